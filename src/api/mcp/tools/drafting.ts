import type { Effect, Shape, Tool } from '../tool.ts';
import { optional } from './arguments.ts';
import { listed, recipientsHint, sendingArgs, sendsMail } from './sending.ts';

const prepares: Effect = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};

/** The arguments that all drafts have. */
const contentArgs = (shape: Shape): Shape => ({
  to: listed(shape.to!, recipientsHint),
  cc: listed(shape.cc!, recipientsHint),
  bcc: listed(shape.bcc!, `Not visible to the others. ${recipientsHint}`),
  subject: optional(shape.subject!).meta({ description: 'One line.' }),
  text: optional(shape.text!).meta({ description: 'The body as plain text.' }),
  html: optional(shape.html!).meta({ description: 'The body as HTML.' }),
});

const createDraft: Tool = {
  name: 'mail_create_draft',
  title: 'Prepare a message',
  description:
    'Stores a message as a draft, without sending it. A reply or a forward names its message and takes recipients, subject ' +
    'and thread from it. A person, or mail_send_draft, sends it later.',
  effect: prepares,
  bindings: [{ operation: 'drafts.create', input: (args) => args }],
  byName: 'drafts:write',
  mailbox: 'always',
  args: (shape) => ({
    mode: optional(shape.mode!).meta({ description: 'send (default), reply, reply_all or forward.' }),
    in_reply_to_message_id: shape.in_reply_to_message_id!,
    thread_id: shape.thread_id!,
    ...contentArgs(shape),
    attachments: listed(
      shape.attachments!,
      'Files: by upload_id, by message_id with attachment_id, by url, or base64. 5 MiB in all.',
    ),
  }),
  isMail: true,
};

const updateDraft: Tool = {
  name: 'mail_update_draft',
  title: 'Change a draft',
  description:
    'Replaces the given fields of a draft and leaves the others. Pass the `version` that you know: when somebody else changed ' +
    'the draft in the meantime, the call fails with draft_conflict.',
  effect: { ...prepares, destructiveHint: true },
  bindings: [{ operation: 'drafts.update', input: (args) => args }],
  byName: 'drafts:write',
  mailbox: 'always',
  args: (shape) => ({
    draft_id: shape.draft_id!.meta({ description: 'The draft to change.' }),
    version: shape.version!,
    ...contentArgs(shape),
    attachments: listed(
      shape.attachments!,
      'Replaces the list; `{id}` keeps a file that the draft already has.',
    ),
  }),
  isMail: true,
};

const sendDraft: Tool = {
  name: 'mail_send_draft',
  title: 'Send a draft',
  description:
    'Sends a draft and removes it. The result is that of a send: `status` and `deliveries` of mail_get_message show ' +
    'the outcome.',
  effect: sendsMail,
  bindings: [{ operation: 'drafts.send', input: (args) => args }],
  byName: 'drafts:write',
  mailbox: 'always',
  args: (shape) => ({
    draft_id: shape.draft_id!.meta({ description: 'The draft to send.' }),
    version: shape.version!,
    ...sendingArgs(shape),
  }),
  isMail: true,
  sends: true,
};

export const draftingTools = [createDraft, updateDraft, sendDraft];
