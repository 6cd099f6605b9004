/**
 * The two bridges: a schema for each turn of a client of `codex app-server`, and codex without the API key.
 *
 * @packageDocumentation
 */

export {
  createOutputSchemaBridge,
  type OutputSchemaBridge,
  type OutputSchemaBridgeOptions,
} from './output-schema/create-bridge.js';
export {
  type ResponsesBridge,
  type ResponsesBridgeOptions,
  startResponsesBridge,
} from './responses/responses-bridge.js';
