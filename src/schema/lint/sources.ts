/** Where a rule comes from. */
export const SOURCES = {
  D: "OpenAI's guide to structured outputs, as quoted by others",
  C: 'a published comparison of providers',
  L: 'reports of probing the live service',
  N: "OpenAI's SDK for Node",
  J: "OpenAI's SDK for Java, which checks schemas before it sends them",
  R: 'what the systems before this one were held to',
  E: 'reports of errors that users ran into',
} as const;

export type Source = keyof typeof SOURCES;
