import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { JsonValue } from '../../json/value.js';
import { compileSchema } from '../../run/compile-schema.js';
import { readSchemaInput } from '../../run/schema-input.js';
import type { CompiledSchema } from '../../schema/compiled-schema.js';
import { BuiltinTool } from './builtin-tools.js';
import type { Tool } from './capability.js';
import type { FunctionTool } from './function-tool.js';

/** A function tool whose input schema has been compiled. */
export interface CompiledTool {
  readonly tool: FunctionTool;
  readonly schema: CompiledSchema;
  /** The schema of a library, which has the last word on the arguments; null for a JSON Schema. */
  readonly standard: StandardSchemaV1<unknown, unknown> | null;
}

/** The tools of an agent, by their kind. */
export interface ToolSet {
  readonly builtins: readonly BuiltinTool[];
  readonly functions: ReadonlyMap<string, CompiledTool>;
}

/** The names of the tools that codex-cli 0.171.0 itself offers to its models. */
const CODEX_TOOL_NAMES: ReadonlySet<string> = new Set([
  ...['apply_patch', 'exec', 'exec_command', 'shell', 'shell_command', 'wait', 'write_stdin'],
  ...['clock', 'read_file', 'update_plan', 'view_image', 'web_search', 'image_generation', 'tool_search'],
  ...['request_user_input', 'request_user_input_async', 'send_message_to_user_async'],
  ...['create_goal', 'get_goal', 'update_goal', 'collaboration', 'functions', 'multi_agent_v1'],
  ...['list_mcp_resources', 'list_mcp_resource_templates', 'read_mcp_resource'],
]);

/** codex rejects longer names. */
const MAX_NAME_LENGTH = 128;

/** @throws {TypeError} if a tool is invalid, or two tools have the same name */
export function createToolSet(tools: readonly Tool[]): ToolSet {
  const builtins = new Map<string, BuiltinTool>();
  const functions = new Map<string, CompiledTool>();
  for (const tool of tools) {
    const { name } = tool;
    const ready = tool instanceof BuiltinTool ? null : compileTool(tool);
    if (builtins.has(name) || functions.has(name)) {
      throw new TypeError(`Two tools have the name ${JSON.stringify(name)}. Rename one of them.`);
    }
    if (tool instanceof BuiltinTool) builtins.set(name, tool);
    else if (ready !== null) functions.set(name, ready);
  }
  return { builtins: [...builtins.values()], functions };
}

function compileTool(tool: FunctionTool): CompiledTool {
  const name = JSON.stringify(tool.name);
  if (!/^[a-zA-Z0-9_-]+$/.test(tool.name)) {
    throw new TypeError(`The tool name ${name} is invalid. Use only letters, digits, "_" and "-".`);
  }
  if (tool.name.length > MAX_NAME_LENGTH) {
    throw new TypeError(`The tool name ${name} is invalid: it has more than ${MAX_NAME_LENGTH} characters.`);
  }
  if (CODEX_TOOL_NAMES.has(tool.name) || tool.name.startsWith('mcp__')) {
    throw new TypeError(`The tool name ${name} is reserved for codex. Rename your tool.`);
  }
  const schema = compileSchema(tool.inputSchema, { mode: 'raw' });
  if ('kind' in schema)
    throw new TypeError(`The input schema of the tool ${name} is invalid: ${schema.message}`);
  if (!describesObject(schema.wire)) {
    throw new TypeError(`The input schema of the tool ${name} must have "type": "object".`);
  }
  return { tool, schema, standard: readSchemaInput(tool.inputSchema).standard };
}

function describesObject(schema: JsonValue): boolean {
  return typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'object';
}
