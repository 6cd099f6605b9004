import type { ItemEvent, ThreadItem } from '../../events/event.js';
import { type Fields, fieldsOf, stringOf } from '../../json/fields.js';

type ItemStage = Extract<ItemEvent['type'], 'item.started' | 'item.completed'>;

/** Items that `codex exec` does not report: the user's own input, and codex's internal items. */
const UNREPORTED = new Set([
  'userMessage',
  'hookPrompt',
  'functionCallOutput',
  'plan',
  'imageView',
  'sleep',
  'subAgentActivity',
  'enteredReviewMode',
  // Its text is also sent as an agent message.
  'exitedReviewMode',
  'contextCompaction',
]);

/** Items that are reported only when they are complete. */
const ONLY_COMPLETED = new Set(['agentMessage', 'reasoning']);

/**
 * Returns an item of the app server in the form of `codex exec --json`; null if exec does not report it. Ids are the app
 * server's own. An item without an equivalent keeps its fields under snake_case names.
 */
export function execItem(stage: ItemStage, item: Fields): ThreadItem | null {
  const type = stringOf(item['type']);
  if (type === null || UNREPORTED.has(type)) return null;
  if (stage === 'item.started' && ONLY_COMPLETED.has(type)) return null;
  const id = stringOf(item['id']);
  const content = Object.hasOwn(CONTENT, type)
    ? CONTENT[type as keyof typeof CONTENT](item)
    : otherContent(item);
  if (content === null) return null;
  return { ...(id === null ? {} : { id }), type: snakeCase(type), ...content } as ThreadItem;
}

const CONTENT = {
  agentMessage: (item: Fields) => {
    const phase = stringOf(item['phase']);
    const { moderation = null } = item;
    return {
      text: item['text'] ?? null,
      ...(phase === null ? {} : { phase }),
      ...(moderation === null ? {} : { moderation }),
    };
  },
  reasoning: (item: Fields) => {
    const text = textsOf(item['summary']).join('\n');
    return text === '' ? null : { text };
  },
  commandExecution: (item: Fields) => ({
    command: item['command'],
    aggregated_output: item['aggregatedOutput'] ?? '',
    exit_code: item['exitCode'] ?? null,
    status: statusOf(item),
  }),
  fileChange: (item: Fields) => ({
    changes: arrayOf(item['changes']).map((change) => {
      const fields = fieldsOf(change) ?? {};
      const kind = fields['kind'];
      return { path: fields['path'], kind: fieldsOf(kind)?.['type'] ?? kind };
    }),
    status: statusOf(item),
  }),
  mcpToolCall: (item: Fields) => ({
    server: item['server'],
    tool: item['tool'],
    arguments: item['arguments'],
    result: mcpResult(fieldsOf(item['result'])),
    error: item['error'] ?? null,
    status: statusOf(item),
  }),
  collabAgentToolCall: (item: Fields) => ({
    type: 'collab_tool_call',
    ...snakeCaseKeys(item, ['type', 'id', 'startedAtMs', 'completedAtMs']),
    tool: snakeCase(stringOf(item['tool']) ?? ''),
    status: statusOf(item),
  }),
  webSearch: (item: Fields) => ({ query: item['query'], action: item['action'] ?? null }),
} as const;

function otherContent(item: Fields): Record<string, unknown> {
  return {
    ...snakeCaseKeys(item, ['type', 'id', 'startedAtMs', 'completedAtMs']),
    ...(item['status'] === undefined ? {} : { status: statusOf(item) }),
  };
}

function mcpResult(result: Fields | null): Record<string, unknown> | null {
  if (result === null) return null;
  return { content: result['content'], structured_content: result['structuredContent'] ?? null };
}

/** `inProgress` → `in_progress`; a value that is not a string is not changed. */
function statusOf(item: Fields): unknown {
  const status = stringOf(item['status']);
  return status === null ? item['status'] : snakeCase(status);
}

function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textsOf(value: unknown): readonly string[] {
  return arrayOf(value).filter((text) => typeof text === 'string');
}

/** `commandExecution` → `command_execution`. */
function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Renames the fields to snake_case, one level deep, and omits some of them. */
export function snakeCaseKeys(fields: Fields, without: readonly string[]): Record<string, unknown> {
  const kept = Object.entries(fields).filter(([name]) => !without.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [snakeCase(name), value]));
}
