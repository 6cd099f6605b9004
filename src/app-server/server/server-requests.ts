import type { Fields } from '../../json/fields.js';
import type * as protocol from '../generated/protocol.js';
import type { SERVER_REQUESTS } from '../generated/protocol.js';
import { METHOD_NOT_FOUND, RpcError } from '../protocol/rpc-error.js';

/** What the app server asks of its client. */
export interface ServerRequest {
  /** The method, such as `item/tool/call`. */
  readonly method: string;
  /** The parameters, as codex sends them. */
  readonly params: Fields;
}

/**
 * Answers what the app server asks; `undefined` leaves it to the default, which declines. What is thrown is
 * a mistake of the caller's and is answered as an error.
 */
export type AnswerServerRequest = (request: ServerRequest) => unknown;

type KnownRequest = (typeof SERVER_REQUESTS)[number];

const NOBODY = 'Nobody is here to decide; go on without it.';

/** A "no" in each method's own shape: the turn goes on. */
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
    contentItems: [{ type: 'inputText', text: 'There is no such tool here.' }],
  } satisfies protocol.DynamicToolCallResponse,
  execCommandApproval: {
    decision: { denied: { rejection: NOBODY } },
  } satisfies protocol.ExecCommandApprovalResponse,
  applyPatchApproval: {
    decision: { denied: { rejection: NOBODY } },
  } satisfies protocol.ApplyPatchApprovalResponse,
  // These ask for a credential: there is no shape in which to say no.
  'account/chatgptAuthTokens/refresh': null,
  'attestation/generate': null,
} as const satisfies Record<KnownRequest, object | null>;

/**
 * The answer where nobody else has one.
 *
 * @throws {RpcError} "method not found" for what cannot be declined, or is not known here
 */
export function decline({ method }: ServerRequest): object {
  const answer = Object.hasOwn(DECLINED, method) ? DECLINED[method as KnownRequest] : null;
  if (answer === null) throw new RpcError(METHOD_NOT_FOUND, `This client does not answer ${method}.`);
  return answer;
}
