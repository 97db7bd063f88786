import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type ServerOptions,
  type Tool,
} from '@modelcontextprotocol/server';
import { version } from '#api/rest/version.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { sendWithApprover } from './ask-approver.ts';
import { callTool, type Request } from './call.ts';
import { type Listing, mailboxesOf, mayUse, type ReadyTool, wholeCatalogue } from './catalogue.ts';
import { instructions } from './instructions.ts';
import { getPrompt, prompts } from './prompts.ts';
import { readResource, reasonOf, resources, resourceTemplates } from './resources.ts';
import type { Progress } from './steps.ts';
import type { Connection } from './toolset.ts';

/** The newest first (spec 4.14). */
export const revisions = ['2026-07-28', '2025-11-25', '2025-06-18'];

export const information = { name: 'proofmail', title: 'Proofmail', version };

const options = {
  capabilities: {
    tools: { listChanged: false },
    prompts: { listChanged: false },
    resources: { listChanged: false, subscribe: false },
  },
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

/** A request of the protocol, and the options of its connection. */
export type ServerRequest = Omit<Request, 'progress'> & { connection: Connection };

/** The server of one request. It keeps no state. */
export function createServer(request: ServerRequest): Server {
  const server = new Server(information, options as unknown as ServerOptions);
  const { actor, connection } = request;
  const asked = { request, connection };
  server.setRequestHandler('tools/list', () => ({
    tools: [...wholeCatalogue().values()]
      .filter((ready) => connection.has(ready) && mayUse(actor, ready))
      .map((ready) => listingOf(ready, request) as Tool),
  }));
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }) => {
    const ready = wholeCatalogue().get(params.name);
    if (!ready || !connection.has(ready)) throw invalidParams(`Unknown tool: ${params.name.slice(0, 100)}`);
    const signal = () => AbortSignal.any([request.signal(), mcpReq.signal]);
    const call = { ...request, signal, progress: progressOf(mcpReq) };
    return ready.tool.sends
      ? sendWithApprover(call, mcpReq, ready, params.arguments ?? {})
      : callTool(call, ready, params.arguments ?? {});
  });
  server.setRequestHandler('prompts/list', () => ({ prompts }));
  server.setRequestHandler('prompts/get', ({ params }) => {
    const prompt = getPrompt(params.name, params.arguments);
    if ('wrong' in prompt) throw invalidParams(prompt.wrong);
    return prompt;
  });
  server.setRequestHandler('resources/list', () => ({ resources: resources(asked) }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: resourceTemplates(asked),
  }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const contents = await readResource(asked, uri).catch((error) => {
      throw error instanceof AppError ? invalidParams(reasonOf(error)) : error;
    });
    if (!contents) throw invalidParams(`Unknown resource: ${uri.slice(0, 100)}`);
    return { contents };
  });
  return server;
}

const listingOf = (ready: ReadyTool, { actor, connection }: ServerRequest): Listing =>
  connection.hasWholeSchemas ? ready.wholeListing(mailboxesOf(actor)) : ready.listing(mailboxesOf(actor));
