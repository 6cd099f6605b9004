import type { ThreadEvent, ThreadItem } from '../../events/event.js';

/** Returns what codex is doing in a few words, or null. For the progress line. */
export function activityOf(event: ThreadEvent): string | null {
  if (event.type === 'turn.started') return 'thinking';
  if (event.type === 'item.completed') return 'thinking';
  if (event.type === 'error') return textField(event, 'message');
  const item = itemOf(event);
  if (item === null) return null;
  switch (item.type) {
    case 'command_execution':
      return `running: ${textField(item, 'command') ?? 'a command'}`;
    case 'mcp_tool_call':
      return `calling: ${textField(item, 'server') ?? ''} ${textField(item, 'tool') ?? 'a tool'}`;
    case 'web_search':
      return `searching: ${textField(item, 'query') ?? 'the web'}`;
    case 'file_change':
      return 'changing files';
    case 'agent_message':
      return 'answering';
    default:
      return item.type.replaceAll('_', ' ');
  }
}

/** Returns one readable line for an event. For `--verbose`. */
export function lineOf(event: ThreadEvent): string {
  const item = itemOf(event);
  const words = item === null ? plainWords(event) : itemWords(item);
  return words === '' ? event.type : `${event.type} ${words}`;
}

function plainWords(event: ThreadEvent): string {
  switch (event.type) {
    case 'thread.started':
      return textField(event, 'thread_id') ?? '';
    case 'error':
      return textField(event, 'message') ?? '';
    case 'turn.failed':
      return errorMessage(event);
    case 'turn.completed':
      return 'usage' in event ? JSON.stringify(event.usage ?? null) : '';
    default:
      return '';
  }
}

function itemWords(item: ThreadItem): string {
  const status = textField(item, 'status');
  const suffix = status === null ? '' : ` (${status})`;
  const words = ['command', 'text', 'message', 'tool', 'query']
    .map((name) => textField(item, name))
    .find(isText);
  return `${item.type}${words === undefined ? '' : `: ${words}`}${suffix}`;
}

function isText(value: string | null): value is string {
  return value !== null;
}

function itemOf(event: ThreadEvent): ThreadItem | null {
  const item = 'item' in event ? event.item : null;
  const hasType =
    typeof item === 'object' && item !== null && 'type' in item && typeof item.type === 'string';
  return hasType ? (item as ThreadItem) : null;
}

function textField(holder: object, name: string): string | null {
  const value = (holder as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : null;
}

function errorMessage(event: ThreadEvent): string {
  const error = 'error' in event ? event.error : null;
  return typeof error === 'object' && error !== null ? (textField(error, 'message') ?? '') : '';
}
