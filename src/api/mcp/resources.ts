import { AppError, invalidRequest } from '#kernel/catalogue/errors.ts';
import { type Actor, hasOneMailbox } from '#kernel/operation/actor.ts';
import { callTool, type Request, type ToolResult } from './call.ts';
import { mailboxesOf, mayUse, type ReadyTool, wholeCatalogue } from './catalogue.ts';
import type { Arguments } from './tool.ts';
import type { Connection } from './toolset.ts';

/**
 * The resources that clients can attach to a conversation: mail by its URI in the mailbox, and the whole definition of
 * a tool. A resource is a call of a tool, with its guards, limits, safe view and markers.
 */

type Template = {
  uriTemplate: string;
  name: string;
  title: string;
  description: string;
  tool: string;
  /** The arguments from the parts of the path. */
  args(parts: readonly string[]): Arguments;
};

/** `{identity}` is an identity's id or one of its addresses, or `me` with a key of one identity. */
const templates: readonly Template[] = [
  {
    uriTemplate: 'mailbox://{identity}/inbox',
    name: 'inbox',
    title: 'Inbox',
    description: 'The conversations with unread messages, the newest first.',
    tool: 'mail_list_threads',
    args: () => ({ is_unread: true, archived: false, view: 'summary', limit: 25 }),
  },
  {
    uriTemplate: 'mailbox://{identity}/threads/{thread_id}',
    name: 'thread',
    title: 'A conversation',
    description: 'One conversation with its messages, oldest first.',
    tool: 'mail_get_thread',
    args: ([thread_id]) => ({ thread_id }),
  },
  {
    uriTemplate: 'mailbox://{identity}/messages/{message_id}',
    name: 'message',
    title: 'A message',
    description: 'One message: people, text, attachments and how far the sender can be trusted.',
    tool: 'mail_get_message',
    args: ([message_id]) => ({ message_id }),
  },
];

const toolTemplate = {
  uriTemplate: 'mailbox://tools/{name}',
  name: 'tool',
  title: 'A tool in full',
  description: 'The whole definition of a tool: its input and the schema of its results.',
  mimeType: 'application/json',
};

export type ResourceRequest = { request: Omit<Request, 'progress'>; connection: Connection };

const usable = ({ request, connection }: ResourceRequest, name: string): ReadyTool | null => {
  const ready = wholeCatalogue().get(name);
  return ready && connection.has(ready) && mayUse(request.actor, ready) ? ready : null;
};

/** The templates that the key may read. */
export const resourceTemplates = (asked: ResourceRequest) => [
  ...templates
    .filter(({ tool }) => usable(asked, tool) !== null)
    .map(({ tool: _, args: __, ...template }) => ({ ...template, mimeType: 'application/json' })),
  toolTemplate,
];

/** With the key of one identity, the inbox has a fixed URI. All other URIs name the mailbox. */
export function resources(asked: ResourceRequest) {
  const [inbox] = templates;
  if (!hasOneMailbox(asked.request.actor) || !usable(asked, inbox!.tool)) return [];
  const { name, title, description } = inbox!;
  return [{ uri: 'mailbox://me/inbox', name, title, description, mimeType: 'application/json' }];
}

type Content = { uri: string; mimeType: string; text: string };

/** @returns null when there is no such resource. @throws AppError the tool's refusal */
export async function readResource(asked: ResourceRequest, uri: string): Promise<Content[] | null> {
  const [host, ...path] = uri.startsWith('mailbox://') ? uri.slice('mailbox://'.length).split('/') : [];
  if (host === undefined || uri.length > 1_000) return null;
  if (host === 'tools') return toolInFull(asked, uri, path);
  const template = templates.find(({ uriTemplate }) => matches(uriTemplate, path));
  const ready = template && usable(asked, template.tool);
  if (!template || !ready) return null;
  const args = { ...template.args(path.slice(1)), ...mailboxIn(asked.request.actor, host) };
  const result = await callTool({ ...asked.request, progress: null }, ready, args);
  if (result.isError) throw refusalIn(result);
  return [{ uri, mimeType: 'application/json', text: result.content[0]!.text }];
}

/** Whether a path matches a template: the same number of parts, and the same fixed words. */
function matches(uriTemplate: string, path: readonly string[]): boolean {
  const [, ...places] = uriTemplate.slice('mailbox://'.length).split('/');
  return (
    places.length === path.length &&
    places.every((place, index) => (place.startsWith('{') ? path[index] !== '' : place === path[index]))
  );
}

function mailboxIn(actor: Actor, host: string): Arguments {
  if (host === 'me') {
    if (hasOneMailbox(actor)) return {};
    throw invalidRequest([
      { path: 'uri', message: 'Name the mailbox: `me` is for the key of one identity.' },
    ]);
  }
  const identity = decoded(host);
  return hasOneMailbox(actor) && identity === actor.identity_id ? {} : { identity };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidRequest([{ path: 'uri', message: 'The percent-encoding is not UTF-8.' }]);
  }
}

function toolInFull(
  asked: ResourceRequest,
  uri: string,
  [name = '', ...rest]: readonly string[],
): Content[] | null {
  const ready = rest.length === 0 ? usable(asked, name) : null;
  if (!ready) return null;
  const text = JSON.stringify(ready.wholeListing(mailboxesOf(asked.request.actor)));
  return [{ uri, mimeType: 'application/json', text }];
}

/** The error in a tool's result, for requests other than tool calls. */
function refusalIn({ content }: ToolResult): AppError {
  const { error } = JSON.parse(content[0]!.text) as {
    error: { code: AppError['code']; details?: Arguments };
  };
  return new AppError(error.code, error.details);
}

/** One line with the reason why a resource cannot be read. */
export const reasonOf = (error: AppError): string => `${error.code}: ${error.message}`;
