import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { callTool, type Request, type ToolResult } from './call.ts';
import { mayUse, type ReadyTool, wholeCatalogue } from './catalogue.ts';
import type { Arguments, Body } from './tool.ts';

/**
 * Asks the person at the client to decide about a send that waits for approval (revision 2026-07-28, multi-round-trip
 * requests). The client opens the console, where a signed-in person decides: the key that asked never does. Then it repeats
 * the call with the send's idempotency key as state, which does not send again but shows the decision.
 */

type Mcp = Pick<ServerContext['mcpReq'], 'envelope' | 'inputResponses' | 'requestState'>;
type Capabilities = { elicitation?: { url?: unknown } };

/** Whether the metadata of the request says that the client can open a URL for its user. */
export function opensUrls(meta: unknown): boolean {
  const capabilities = (meta as Body | undefined)?.[CLIENT_CAPABILITIES_META_KEY];
  return typeof (capabilities as Capabilities | undefined)?.elicitation?.url === 'object';
}

const QUESTION = 'approval';

/** Runs a tool that sends. */
export async function sendWithApprover(
  request: Request,
  mcp: Mcp,
  ready: ReadyTool,
  args: Arguments,
): Promise<ToolResult | InputRequiredResult> {
  // The state determines only the key, which callers could choose themselves.
  const state = mcp.requestState<unknown>();
  const isAnswered = typeof state === 'string' && mcp.inputResponses?.[QUESTION] !== undefined;
  if (isAnswered) {
    const sent = await callTool(request, ready, { ...args, idempotency_key: state });
    return isWaiting(sent) ? decided(request, sent, args) : sent;
  }
  const sent = await callTool(request, ready, args);
  if (!isWaiting(sent) || !opensUrls(mcp.envelope)) return sent;
  const { idempotency_key: key } = sent.structuredContent as { idempotency_key?: string };
  if (key === undefined) return sent;
  const url = `${request.services.config.consoleUrl}/console/approvals`;
  const message = 'A message needs your approval before it is sent. Open Proofmail to approve or reject it.';
  return inputRequired({
    inputRequests: { [QUESTION]: inputRequired.elicitUrl({ message, url }) },
    requestState: key,
  });
}

const isWaiting = ({ structuredContent, isError }: ToolResult): boolean =>
  isError !== true && structuredContent?.status === 'awaiting_approval';

/** The stored response of the send, with the current state of the message if the key may read it. */
async function decided(request: Request, sent: ToolResult, args: Arguments): Promise<ToolResult> {
  const reading = wholeCatalogue().get('mail_get_message')!;
  if (!mayUse(request.actor, reading)) return sent;
  const { id } = sent.structuredContent as { id: string };
  const place = args.identity === undefined ? {} : { identity: args.identity };
  const read = await callTool(request, reading, { message_id: id, ...place });
  if (read.isError || !read.structuredContent) return sent;
  const { status, approval, deliveries } = read.structuredContent;
  const now: Body = { ...sent.structuredContent, status, approval, deliveries };
  const [, ...words] = read.content;
  return { content: [{ type: 'text', text: JSON.stringify(now) }, ...words], structuredContent: now };
}
