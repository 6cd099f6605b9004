/** Where a rule comes from, apart from reports of users. */
export const SOURCES = {
  D: "OpenAI's guide to structured outputs (https://developers.openai.com/api/docs/guides/structured-outputs), as quoted by others",
  C: 'a comparison of providers (https://docs.dottxt.ai/providers-comparison)',
  L: 'reports of probing the live service (https://github.com/Agent-Field/SWE-AF/pull/109 and E4)',
  N: "OpenAI's SDK for Node, which rewrites schemas (`src/lib/transform.ts`)",
  J: "OpenAI's SDK for Java, which checks schemas before it sends them (`JsonSchemaValidator.kt`)",
  S: 'random schemas tried on the live service (https://github.com/dotslashderek/jsonschema-llm)',
  R: 'a validator in use elsewhere that lets through only what is known to be taken',
} as const;

/** Reports of users who were refused, or who got less than they asked for. */
export const REPORTS = {
  E1: 'https://github.com/the-open-engine/zeroshot/issues/55',
  E2: 'https://github.com/coleam00/Archon/issues/1843',
  E3: 'https://github.com/Agent-Field/SWE-AF/issues/106',
  E4: 'https://github.com/Agent-Field/agentfield/pull/818',
  E5: 'https://github.com/nrslib/takt/issues/871',
  E6: 'https://github.com/joshrotenberg/tower-agent/issues/102',
  E7: 'https://github.com/can1357/oh-my-pi/issues/211',
  E8: 'https://github.com/can1357/oh-my-pi/issues/206',
  E10: 'https://github.com/camel-ai/camel/issues/3001',
  E11: 'https://github.com/dotnet/extensions/issues/6918',
  E12: 'https://github.com/openai/openai-node/issues/1709',
  E13: 'https://github.com/openai/openai-node/issues/995',
  E14: 'https://github.com/openai/openai-python/issues/2193',
  E15: 'https://github.com/vercel/ai/pull/20621',
  E16: 'https://github.com/likelion-apex/BE/issues/114',
  E17: 'https://github.com/jina-ai/node-DeepResearch/issues/79',
  E18: 'https://github.com/openai/openai-agents-python/issues/4390',
  E19: 'https://github.com/openai/openai-node/issues/1049',
  E20: 'https://community.openai.com/t/500-enums-limitation-in-structured-output/974416',
  E21: 'https://github.com/tidyverse/ellmer/issues/671',
  E22: 'https://github.com/TanStack/ai/issues/186',
  E23: 'https://github.com/agno-agi/agno/issues/9413',
  E24: 'https://github.com/openai/openai-python/pull/3805',
  E25: 'https://github.com/pydantic/pydantic-ai/issues/5508',
  E26: 'https://github.com/existential-birds/daydream/issues/304',
} as const;

export type Source = keyof typeof SOURCES | keyof typeof REPORTS;
