import { z } from 'zod';
import { invalidRequest } from '#kernel/catalogue/errors.ts';
import type { Arguments, Effect, Shape, Tool } from '../tool.ts';
import { optional } from './arguments.ts';

/** The maximum number of attachments of one call (spec 8.2). */
const MAX_ATTACHMENTS = 10;

/** Sent mail cannot be recalled. A repeated call sends only once, because of the Idempotency-Key. */
export const sendsMail: Effect = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: true,
};

export const recipientsHint = 'Addresses, `Name <address>`, or objects with `address` and `name`.';

const sendingHint =
  'The answer `queued` means accepted: `status` and `deliveries` of mail_get_message show the outcome. ' +
  'Pass `idempotency_key` when you may have to repeat the call; set `dry_run` to check everything without sending.';

export const sendingArgs = (shape: Shape): Shape => ({
  dry_run: optional(shape.dry_run!).meta({
    description: 'true: run every check and say who would get it, without sending anything.',
  }),
  idempotency_key: z
    .string()
    .optional()
    .meta({
      description:
        '1 to 255 printable ASCII characters that name this send. A repeated call with the same key never sends twice. ' +
        'Left out, one is derived from the content: the same call within a minute sends once.',
      examples: ['order-2031-confirmation'],
    }),
});

export const listed = (schema: z.ZodType, description: string): z.ZodType =>
  optional(schema).meta({ description });

function attachmentsOf(shape: Shape): z.ZodType {
  const list = (shape.attachments as z.ZodDefault<z.ZodArray>).unwrap();
  return z
    .array(list.element as z.ZodType)
    .max(MAX_ATTACHMENTS)
    .optional()
    .meta({
      description:
        'Files, at most 10: by upload_id, by message_id with attachment_id, by url, or base64. 5 MiB in all.',
    });
}

const send: Tool = {
  name: 'mail_send',
  title: 'Send a message',
  description: `Sends a new message from a mailbox. To answer mail use mail_reply, which threads it. ${sendingHint}`,
  effect: sendsMail,
  bindings: [{ operation: 'messages.send', input: (args) => args }],
  mailbox: 'always',
  args: (shape) => ({
    to: listed(shape.to!, recipientsHint),
    cc: listed(shape.cc!, recipientsHint),
    bcc: listed(shape.bcc!, `Not visible to the others. ${recipientsHint}`),
    subject: optional(shape.subject!).meta({ description: 'One line.' }),
    text: shape.text!.meta({ description: 'The body as plain text. Give this or `html`, or both.' }),
    html: shape.html!.meta({ description: 'The body as HTML; the plain text is derived from it.' }),
    attachments: attachmentsOf(shape),
    kind: optional(shape.kind!).meta({
      description:
        'transactional (default); marketing needs `unsubscribe` and `consent`; auto_reply for automatic answers.',
    }),
    thread_id: shape.thread_id!,
    from_address: shape.from_address!,
    labels: listed(shape.labels!, 'Labels for the message in this mailbox; recipients do not see them.'),
    headers: optional(shape.headers!).meta({ description: 'Header fields of your own, named X-….' }),
    metadata: optional(shape.metadata!).meta({
      description: 'Notes of your own, up to 16 keys; recipients do not see them.',
    }),
    unsubscribe: shape.unsubscribe!,
    consent: shape.consent!.meta({ description: 'For marketing: the legal basis, and since when.' }),
    send_at: shape.send_at!,
    ...sendingArgs(shape),
  }),
  isMail: true,
  sends: true,
};

const answered = ({ reply_all: _, ...args }: Arguments): Arguments => args;

const reply: Tool = {
  name: 'mail_reply',
  title: 'Reply to a message',
  description:
    'Answers a message in its conversation: to its sender, or with `reply_all` to everybody on it. Subject, thread and ' +
    `the address to send from follow the original. ${sendingHint}`,
  effect: sendsMail,
  bindings: [
    { operation: 'messages.reply', input: answered },
    { operation: 'messages.reply_all', input: answered },
  ],
  choose: ({ reply_all }) => (reply_all === true ? 'messages.reply_all' : 'messages.reply'),
  mailbox: 'always',
  args: (shape) => ({
    message_id: shape.message_id!.meta({ description: 'The message to answer.' }),
    reply_all: z
      .boolean()
      .optional()
      .meta({ description: 'true: to everybody on the original, not only to its sender.' }),
    text: shape.text!.meta({ description: 'Your answer as plain text, without the quoted original.' }),
    html: shape.html!.meta({ description: 'Your answer as HTML.' }),
    attachments: attachmentsOf(shape),
    kind: optional(shape.kind!).meta({ description: 'auto_reply marks an automatic answer.' }),
    send_at: shape.send_at!,
    ...sendingArgs(shape),
  }),
  isMail: true,
  sends: true,
};

const forward: Tool = {
  name: 'mail_forward',
  title: 'Forward a message',
  description: `Forwards a message to others, below a text of yours, with its attachments. ${sendingHint}`,
  effect: sendsMail,
  bindings: [{ operation: 'messages.forward', input: (args) => args }],
  mailbox: 'always',
  args: (shape) => ({
    message_id: shape.message_id!.meta({ description: 'The message to forward.' }),
    to: shape.to!.meta({ description: recipientsHint }),
    text: shape.text!.meta({ description: 'The text that you add above it.' }),
    include_attachments: optional(shape.include_attachments!).meta({
      description: 'false: leave its attachments out. Default: true.',
    }),
    send_at: shape.send_at!,
    ...sendingArgs(shape),
  }),
  isMail: true,
  sends: true,
};

function ofOne(args: Arguments): Arguments {
  if ((args.message_id === undefined) !== (args.thread_id === undefined)) return args;
  throw invalidRequest([{ path: 'thread_id', message: 'Give either message_id or thread_id.' }]);
}

const updateLabels: Tool = {
  name: 'mail_update_labels',
  title: 'Label mail, or mark it read',
  description:
    'Changes labels and read state of one message (`message_id`) or of a whole conversation (`thread_id`); a conversation ' +
    'can also be archived. Give exactly one of the two ids. Removals come before additions.',
  effect: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  bindings: [
    { operation: 'threads.update', input: ofOne },
    { operation: 'messages.update', input: ofOne },
  ],
  choose: ({ message_id, thread_id }) =>
    message_id !== undefined && thread_id === undefined ? 'messages.update' : 'threads.update',
  mailbox: 'always',
  args: (shape) => ({
    message_id: z.string().optional().meta({ description: 'The message to change.' }),
    thread_id: optional(shape.thread_id!).meta({ description: 'The conversation to change.' }),
    labels_add: listed(shape.labels_add!, 'Labels to add.'),
    labels_remove: listed(shape.labels_remove!, 'Labels to remove; one that is not there is no error.'),
    read: shape.read!.meta({ description: 'true: mark read; false: mark unread.' }),
    archived: shape.archived!.meta({
      description: 'With `thread_id` only: archive the conversation, or move it back to the inbox.',
    }),
  }),
  isMail: true,
};

export const sendingTools = [send, reply, forward, updateLabels];
