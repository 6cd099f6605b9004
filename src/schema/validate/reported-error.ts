import type { ErrorObject } from 'ajv';

/** What is read of an error; ajv's own have more. */
export type ReportedError = Pick<
  ErrorObject,
  'keyword' | 'instancePath' | 'params' | 'message' | 'parentSchema'
>;
