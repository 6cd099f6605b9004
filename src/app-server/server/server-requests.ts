import { type Fields, stringOf } from '../../json/fields.js';
import type * as protocol from '../generated/protocol.js';
import type { SERVER_REQUESTS } from '../generated/protocol.js';
import { METHOD_NOT_FOUND, RpcError } from '../protocol/rpc-error.js';

/** A request from the app server to its client. */
export interface ServerRequest {
  /** The method, such as `item/tool/call`. */
  readonly method: string;
  /** The parameters, in codex's own form. */
  readonly params: Fields;
}

/**
 * Answers a request of the app server; `undefined` leaves it to the default, which declines. If it throws, codex gets
 * an error response.
 */
export type AnswerServerRequest = (request: ServerRequest) => unknown;

type KnownRequest = (typeof SERVER_REQUESTS)[number];

const NO_ONE_DECIDES = 'No one is available to decide. Continue without it.';

/** A "no" in the form of each method; the turn continues. */
const DECLINED = {
  'item/commandExecution/requestApproval': {
    decision: 'decline',
  } satisfies protocol.CommandExecutionRequestApprovalResponse,
  'item/fileChange/requestApproval': {
    decision: 'decline',
  } satisfies protocol.FileChangeRequestApprovalResponse,
  'item/tool/requestUserInput': { answers: {} } satisfies protocol.ToolRequestUserInputResponse,
  'mcpServer/elicitation/request': {
    action: 'decline',
    content: null,
    _meta: null,
  } satisfies protocol.McpServerElicitationRequestResponse,
  'item/permissions/requestApproval': {
    permissions: {},
    scope: 'turn',
  } satisfies protocol.PermissionsRequestApprovalResponse,
  'item/tool/call': {
    success: false,
    contentItems: [{ type: 'inputText', text: 'Unknown tool.' }],
  } satisfies protocol.DynamicToolCallResponse,
  execCommandApproval: {
    decision: { denied: { rejection: NO_ONE_DECIDES } },
  } satisfies protocol.ExecCommandApprovalResponse,
  applyPatchApproval: {
    decision: { denied: { rejection: NO_ONE_DECIDES } },
  } satisfies protocol.ApplyPatchApprovalResponse,
  // These ask for a credential; their responses have no form for "no".
  'account/chatgptAuthTokens/refresh': null,
  'attestation/generate': null,
} as const satisfies Record<KnownRequest, object | null>;

/**
 * Returns the default answer to a request.
 *
 * @throws {RpcError} "method not found" for a method that cannot be declined or is unknown
 */
export function decline({ method }: ServerRequest): object {
  const answer = Object.hasOwn(DECLINED, method) ? DECLINED[method as KnownRequest] : null;
  if (answer === null) throw new RpcError(METHOD_NOT_FOUND, `This client does not answer ${method}.`);
  return answer;
}

/** Returns the thread id of a request; the oldest methods name it `conversationId`. */
export function threadIn({ params }: ServerRequest): string | null {
  return stringOf(params['threadId']) ?? stringOf(params['conversationId']);
}
