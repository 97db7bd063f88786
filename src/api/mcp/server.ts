import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type ServerOptions,
  type Tool,
} from '@modelcontextprotocol/server';
import { version } from '#api/rest/version.ts';
import { callTool, type Request } from './call.ts';
import { mayUse, wholeCatalogue } from './catalogue.ts';
import { instructions } from './instructions.ts';
import { getPrompt, prompts } from './prompts.ts';
import type { Progress } from './steps.ts';

/** The newest first (spec 4.14). */
export const revisions = ['2026-07-28', '2025-11-25', '2025-06-18'];

export const information = { name: 'proofmail', title: 'Proofmail', version };

const options = {
  capabilities: { tools: { listChanged: false }, prompts: { listChanged: false } },
  instructions,
  supportedProtocolVersions: revisions,
  // Only for requests from server to client, which we never make; the default would be built on every request.
  jsonSchemaValidator: { getValidator: () => () => ({ valid: false, data: undefined, errorMessage: '' }) },
} as const;

const invalidParams = (message: string): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, message);

/** Sends progress to clients that named a token; a client that has disconnected misses it. */
function progressOf({ _meta, notify }: ServerContext['mcpReq']): Progress | null {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return null;
  return (progress, message) =>
    notify({ method: 'notifications/progress', params: { progressToken, progress, message } }).catch(
      () => {},
    );
}

/** The server of one request. It keeps no state. */
export function createServer(request: Omit<Request, 'progress'>): Server {
  const server = new Server(information, options as unknown as ServerOptions);
  const { actor } = request;
  server.setRequestHandler('tools/list', () => ({
    tools: [...wholeCatalogue().values()]
      .filter((ready) => mayUse(actor, ready))
      .map((ready) => ready.listing(actor.level) as Tool),
  }));
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }) => {
    const ready = wholeCatalogue().get(params.name);
    if (!ready) throw invalidParams(`Unknown tool: ${params.name.slice(0, 100)}`);
    const signal = () => AbortSignal.any([request.signal(), mcpReq.signal]);
    return callTool({ ...request, signal, progress: progressOf(mcpReq) }, ready, params.arguments ?? {});
  });
  server.setRequestHandler('prompts/list', () => ({ prompts }));
  server.setRequestHandler('prompts/get', ({ params }) => {
    const prompt = getPrompt(params.name, params.arguments);
    if ('wrong' in prompt) throw invalidParams(prompt.wrong);
    return prompt;
  });
  return server;
}
