import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { attachment } from '../../files.ts';
import type { AcceptedMessage, Message, ThreadSummary } from '../../generated/types.ts';
import { type Context, defineCommand, listOf, numberOf, readInput, textOf, UsageError } from '../command.ts';
import { safe, safeLine, table } from '../output.ts';

const identities = defineCommand({
  name: 'identities',
  arguments: '',
  summary: 'List the identities that the key can access',
  options: { limit: { type: 'string' } },
  help: { limit: 'the maximum number (100)' },
  takes: [0, 0],
  async run({ client, output, values, signal }) {
    const list = await (await client()).identities.list({}, { signal }).take(numberOf(values, 'limit', 100));
    const rows = list.map(({ id, primary_address, display_name, status }) => [
      id,
      primary_address ?? '',
      status,
      safeLine(display_name),
    ]);
    output.result(list, table(rows));
  },
});

const person = (from: Message['from']): string =>
  from ? safeLine(from.name ? `${from.name} <${from.address}>` : from.address) : '(nobody)';

const summaryOf = (thread: ThreadSummary): string[] => [
  thread.id,
  thread.last_at.slice(0, 16).replace('T', ' '),
  safeLine(thread.participants[0]?.name ?? thread.participants[0]?.address),
  `${thread.unread_count > 0 ? '• ' : ''}${safeLine(thread.subject)}`,
];

const list = defineCommand({
  name: 'list',
  arguments: '',
  summary: 'List conversations, newest first',
  options: { unread: { type: 'boolean' }, limit: { type: 'string' } },
  help: { unread: 'only with unread mail', limit: 'how many at most (25)' },
  takes: [0, 0],
  async run({ mailbox, output, values, signal }) {
    const box = await mailbox();
    const filter = values.unread ? { is_unread: true } : {};
    const threads = await box.threads(filter, { signal }).take(numberOf(values, 'limit', 25));
    output.result(
      threads,
      threads.length > 0 ? table(threads.map(summaryOf)) : 'There are no conversations.',
    );
  },
});

function show({ output }: Context, message: Message): string {
  const head = [
    ['From', `${person(message.from)}${message.trust ? ` (${message.trust.verdict})` : ''}`],
    ['To', message.to.map(person).join(', ')],
    ['Date', message.received_at ?? message.sent_at ?? message.status],
    ['Subject', safeLine(message.subject)],
    ['Id', message.id],
    ...message.attachments.map(({ filename, size, id }) => [
      'File',
      `${safeLine(filename)} (${size} bytes, ${id})`,
    ]),
  ];
  const lines = head.map(([name, value]) => `${output.faint(name!.padEnd(8))}${value}`);
  return `${lines.join('\n')}\n\n${safe(message.extracted_text ?? message.text ?? '(no text)')}\n`;
}

const read = defineCommand({
  name: 'read',
  arguments: '<thread or message>',
  summary: 'Read a conversation (thr_…) or one message (msg_…)',
  options: { raw: { type: 'boolean' } },
  help: { raw: 'print the raw message (RFC 5322)' },
  takes: [1, 1],
  async run(context) {
    const { mailbox, client, output, positionals, values, signal } = context;
    const [id = ''] = positionals;
    const box = await mailbox();
    if (values.raw) {
      const raw = await (await client()).messages.raw(box.id, id, { signal });
      return output.bytes(new Uint8Array(await raw.arrayBuffer()));
    }
    if (id.startsWith('msg_')) {
      const message = await box.message(id, { signal });
      return output.result(message, show(context, message));
    }
    const thread = await box.thread(id, { signal });
    output.result(thread, thread.messages.map((each) => show(context, each)).join(`${'─'.repeat(60)}\n`));
  },
});

const writing = {
  text: { type: 'string' },
  html: { type: 'string' },
  attach: { type: 'string', multiple: true },
  'idempotency-key': { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const;
const writingHelp = {
  text: 'the text; with - or without this option, it is read from the standard input',
  html: 'the text as HTML',
  attach: 'a file to attach; may be repeated',
  'idempotency-key': 'a repeated command with the same key sends nothing again',
  'dry-run': 'run every check without sending',
};

/** The content of a message, from the options and the standard input. */
async function contentOf({ values, stdin }: Context) {
  const html = textOf(values, 'html');
  const given = textOf(values, 'text');
  const isPiped = given === '-' || (given === undefined && html === undefined);
  if (isPiped && stdin.isTTY) throw new UsageError('Set the text with --text, or pipe it in.');
  const text = isPiped ? await readInput(stdin) : given;
  const files = listOfPaths(values.attach);
  const attachments = await Promise.all(
    files.map(async (path) => attachment(basename(path), await readFile(path))),
  );
  return {
    ...(text !== undefined && { text }),
    ...(html !== undefined && { html }),
    ...(attachments.length > 0 && { attachments }),
  };
}

const listOfPaths = (value: Context['values'][string]): string[] => (Array.isArray(value) ? value : []);

const keyOf = ({ values, signal }: Context) => {
  const idempotencyKey = textOf(values, 'idempotency-key');
  return { signal, ...(idempotencyKey !== undefined && { idempotencyKey }) };
};

const accepted = (message: AcceptedMessage): string =>
  message.approval
    ? `${message.id} waits for a person to approve it (${message.approval.reasons.join(', ')}).`
    : `${message.id} is ${message.status}.`;

const send = defineCommand({
  name: 'send',
  arguments: '',
  summary: 'Send a message',
  options: {
    to: { type: 'string', multiple: true },
    cc: { type: 'string', multiple: true },
    bcc: { type: 'string', multiple: true },
    subject: { type: 'string', short: 's' },
    ...writing,
  },
  help: {
    to: 'a recipient; may be repeated',
    cc: 'likewise',
    bcc: 'a recipient whom the others do not see; may be repeated',
    subject: 'the subject',
    ...writingHelp,
  },
  takes: [0, 0],
  async run(context) {
    const { values, mailbox, client, output, signal } = context;
    const [to, cc, bcc] = ['to', 'cc', 'bcc'].map((name) => listOf(values, name)) as [
      string[],
      string[],
      string[],
    ];
    if (to.length + cc.length + bcc.length === 0) throw new UsageError('Set a recipient with --to.');
    const subject = textOf(values, 'subject') ?? '';
    const box = await mailbox();
    const body = { to, cc, bcc, subject, ...(await contentOf(context)) };
    if (values['dry-run']) {
      const checked = await (await client()).messages.sendDryRun(box.id, body, { signal });
      return output.result(checked, 'It could be sent.');
    }
    const message = await box.send(body, keyOf(context));
    output.result(message, accepted(message));
  },
});

const reply = defineCommand({
  name: 'reply',
  arguments: '<message>',
  summary: 'Answer a message',
  options: { all: { type: 'boolean' }, ...writing },
  help: { all: 'send the reply to all recipients', ...writingHelp },
  takes: [1, 1],
  async run(context) {
    const { values, positionals, mailbox, client, output, signal } = context;
    const [id = ''] = positionals;
    const box = await mailbox();
    const body = await contentOf(context);
    if (values['dry-run']) {
      const { messages } = await client();
      const check = values.all ? messages.replyAllDryRun : messages.replyDryRun;
      const checked = await check.call(messages, box.id, id, body, { signal });
      return output.result(checked, 'It could be sent.');
    }
    const message = await (values.all
      ? box.replyAll(id, body, keyOf(context))
      : box.reply(id, body, keyOf(context)));
    output.result(message, accepted(message));
  },
});

const search = defineCommand({
  name: 'search',
  arguments: '<words…>',
  summary: 'Search: words, "phrases", from:, subject:, has:attachment, newer_than:7d',
  options: { limit: { type: 'string' } },
  help: { limit: 'how many at most (25)' },
  takes: [1, 50],
  async run({ mailbox, output, positionals, values, signal }) {
    const limit = numberOf(values, 'limit', 25);
    const found = await (await mailbox()).search(positionals.join(' '), { limit }, { signal });
    const rows = found.hits.flatMap((hit) =>
      'message_id' in hit
        ? [[hit.message_id, hit.date.slice(0, 10), person(hit.from), safeLine(hit.subject)]]
        : [],
    );
    output.result(found, rows.length > 0 ? table(rows) : 'No mail was found.');
  },
});

const ask = defineCommand({
  name: 'ask',
  arguments: '<question…>',
  summary: 'Ask a question about the mail',
  options: {},
  help: {},
  takes: [1, 200],
  async run({ mailbox, output, positionals, signal }) {
    const result = await (await mailbox()).ask(positionals.join(' '), { signal, timeout: 120_000 });
    const sources = result.evidence.map(({ message_id, subject }) => `  ${message_id}  ${safeLine(subject)}`);
    const answer = result.answer?.text ?? 'The mail does not answer this question.';
    output.result(result, [safe(answer), ...(sources.length > 0 ? ['', ...sources] : [])].join('\n'));
  },
});

export const mailCommands = [identities, list, read, send, reply, search, ask];
