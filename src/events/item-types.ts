/** What each type of item means for the turn, in one table. */

/** Items that are only text and cannot have changed anything. */
const TALK = new Set(['agent_message', 'reasoning', 'error', 'todo_list']);

/** Known items that do something (codex-cli 0.171.0). */
const KNOWN_WORK = new Set([
  'command_execution',
  'file_change',
  'mcp_tool_call',
  'collab_tool_call',
  'web_search',
  // Only the app server reports these.
  'dynamic_tool_call',
  'image_generation',
]);

/**
 * `failed` and `declined` are codex's own words; the others are what its neighbours (MCP, the app server)
 * say. A command that ends with a non-zero exit code arrives as `failed` (recorded from 0.171.0).
 */
const FAILED_STATUSES = new Set(['failed', 'declined', 'interrupted', 'cancelled', 'canceled', 'errored']);

/** An unknown item counts as work, because it may have had effects. */
export function isWorkItem(itemType: string): boolean {
  return !TALK.has(itemType);
}

export function isKnownItem(itemType: string): boolean {
  return TALK.has(itemType) || KNOWN_WORK.has(itemType);
}

/** Whether a completed item of work says that it failed. Both arguments may be anything. */
export function isFailedItem(status: unknown, exitCode: unknown): boolean {
  if (typeof status === 'string' && FAILED_STATUSES.has(status)) return true;
  return typeof exitCode === 'number' && exitCode !== 0;
}

/** Returns the current name of an item type: codex 0.44 renamed `assistant_message`. */
export function currentItemType(itemType: string): string {
  return itemType === 'assistant_message' ? 'agent_message' : itemType;
}
