import { z } from 'zod';
import { after, MINUTE } from '#kernel/base/clock.ts';
import { mintLink } from '#mailbox/attachments/index.ts';
import { cutAt } from '../fit.ts';
import { type Arguments, type Body, reads, readsMailBy, type Tool, type ToolContext } from '../tool.ts';
import { cursorOf, limitOf, optional, pageArgs, pageRows, pagingHint, timeHints } from './arguments.ts';

/** One page of an attachment's text (spec 8.1). */
const PAGE_CHARACTERS = 32_000;

/** How long the link to a file works. */
const LINK_MINUTES = 15;
const linkSchema = {
  url: { type: 'string', description: 'The file itself, for anyone who has this link.' },
  expires_at: { type: 'string', format: 'date-time', description: 'When the link expires.' },
};

const listIdentities: Tool = {
  name: 'mail_list_identities',
  title: 'List mailboxes',
  description:
    'Lists the identities (mailboxes) that this key reaches, newest first, with their addresses. Use it to find the id or ' +
    `address to pass as \`identity\` to other tools. ${pagingHint}`,
  effect: reads,
  bindings: [{ operation: 'identities.list', input: (args) => args }],
  mailbox: 'never',
  args: (shape) => ({
    tenant_id: shape.tenant_id!.meta({ description: 'Only for platform and partner keys: one tenant.' }),
    status: z.enum(['active', 'paused']).optional().meta({ description: 'Only identities in this status.' }),
    purpose: shape.purpose!.meta({
      description: 'Only identities made for this purpose, for example `billing`. Matches exactly.',
    }),
    ...pageArgs(shape, 25, 100),
  }),
  isMail: false,
  rows: pageRows,
};

const listThreads: Tool = {
  name: 'mail_list_threads',
  title: 'List conversations',
  description:
    'Lists the conversations of a mailbox, the most recently active first: subject, participants, counts, labels, and how ' +
    'likely each needs a reply. Use it for the inbox ("what is new?" is `is_unread: true`; "what must I answer?" is ' +
    `\`needs_reply_gte: 0.5\`). \`view: "summary"\` is far shorter, and begins to say what each is about. To find something by its ` +
    `words use mail_search. ${pagingHint}`,
  ...readsMailBy('threads.list'),
  args: (shape) => ({
    label: shape.label!.meta({ description: 'Only threads with this label.', examples: ['order'] }),
    category: shape.category!.meta({
      description:
        'Only threads of this category: personal, support, sales, billing, scheduling, notification, newsletter, ' +
        'verification, bounce, spam or other.',
    }),
    needs_reply_gte: shape.needs_reply_gte!,
    is_unread: shape.is_unread!.meta({
      description: 'true: only with unread messages; false: only without.',
    }),
    direction: shape.direction!,
    ...timeHints(shape),
    archived: shape.archived!.meta({ description: 'true: only archived threads; false: only others.' }),
    view: z.enum(['plain', 'summary']).optional().meta({
      description:
        'summary: one line for the newest message of each: who, when, subject and the beginning of the text.',
    }),
    ...pageArgs(shape, 20, 50),
  }),
  rows: pageRows,
};

const getThread: Tool = {
  name: 'mail_get_thread',
  title: 'Read a conversation',
  description:
    'Reads one conversation with its messages, oldest first. Each message has `extracted_text`, what its author wrote ' +
    `without the quoted history. ${pagingHint}`,
  ...readsMailBy('threads.get'),
  args: ({ thread_id, include_quoted, cursor }) => ({
    thread_id: thread_id!.meta({ description: 'The id of the thread, from a list or a search.' }),
    messages_limit: limitOf(10, 50, 'Messages per page.'),
    include_quoted: optional(include_quoted!).meta({
      description: 'Add the full `text` of each message, quoted history included. Long; seldom needed.',
    }),
    cursor: cursorOf(cursor!),
  }),
  rows: { field: 'messages', limit: 'messages_limit' },
};

const getMessage: Tool = {
  name: 'mail_get_message',
  title: 'Read a message',
  description:
    'Reads one message: sender and recipients, text, attachments, how far its sender can be trusted (`trust`), and for a ' +
    'message that was sent what became of it for each recipient (`deliveries`).',
  effect: reads,
  bindings: [
    {
      operation: 'messages.get',
      input: ({ include_quoted, include_headers, ...args }) => ({
        ...args,
        include: [...(include_quoted ? ['quoted'] : []), ...(include_headers ? ['headers'] : [])],
      }),
    },
  ],
  mailbox: 'always',
  args: ({ message_id }) => ({
    message_id: message_id!.meta({ description: 'The id of the message, from a thread or a search.' }),
    include_quoted: z
      .boolean()
      .optional()
      .meta({ description: 'Add the full `text`, quoted history included.' }),
    include_headers: z.boolean().optional().meta({ description: 'Add the header fields as they arrived.' }),
  }),
  isMail: true,
};

const getAttachmentText: Tool = {
  name: 'mail_get_attachment_text',
  title: 'Read an attachment',
  description:
    'Reads the text of an attachment (PDF, office document, html, csv, text) page by page, the first three pages unless ' +
    '`pages` says otherwise; `total_pages` tells how many there are. While `status` is `pending`, try again in a few ' +
    'seconds; `unavailable` means that it has no text. `url` serves the file itself for 15 minutes to anyone who has it.',
  effect: reads,
  bindings: [
    {
      operation: 'attachments.get_text',
      input: ({ pages = '1-3', ...args }) => ({ ...args, pages }),
    },
  ],
  mailbox: 'always',
  args: ({ message_id, attachment_id, pages }) => ({
    message_id: message_id!.meta({ description: 'The message that has the attachment.' }),
    attachment_id: attachment_id!.meta({ description: "The attachment's id, from the message." }),
    pages: pages!.meta({
      description: 'Pages and ranges of pages. Default: 1-3. Ask for one page at a time when pages are long.',
      examples: ['4-6', '1,7'],
    }),
  }),
  isMail: true,
  rows: { field: 'pages' },
  mapResult: {
    body: (body, args, place) => ({ ...withPagesCut(body), ...linkTo(args, place) }),
    schema: { pages: pagesSchema(), ...linkSchema },
  },
};

/** A link to the file for programs, because its bytes would be of little use to a model. */
function linkTo({ attachment_id }: Arguments, { services, tenantId }: ToolContext): Body {
  const expires_at = after(services.clock.now(), LINK_MINUTES * MINUTE);
  const link = { kind: 'file', id: String(attachment_id), tenant_id: tenantId!, expires_at } as const;
  return { url: mintLink(services, link), expires_at: expires_at.toISOString() };
}

function withPagesCut(body: Body): Body {
  const pages = (body.pages as { page: number; text: string }[]).map(({ page, text }) => ({
    page,
    text: cutAt(text, PAGE_CHARACTERS),
    text_truncated: text.length > PAGE_CHARACTERS,
  }));
  return { ...body, pages, truncated: body.truncated || pages.some(({ text_truncated }) => text_truncated) };
}

function pagesSchema() {
  const properties = {
    page: { type: 'integer' },
    text: { type: 'string', description: 'Untrusted text.' },
    text_truncated: {
      type: 'boolean',
      description: 'The page is longer than 32,000 characters; its text ends with an ellipsis.',
    },
  };
  return { type: 'array', items: { type: 'object', properties, required: Object.keys(properties) } };
}

export const readingTools = [listIdentities, listThreads, getThread, getMessage, getAttachmentText];
