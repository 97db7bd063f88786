import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { attachment, command, handOver, type Letter, newMessageId, outline, subject } from './mail.ts';
import type { ApiAnswer, Session } from './session.ts';
import { DemoError, type Target } from './target.ts';

// The parts of the responses that the demo uses; each is validated.
const tenant = z.object({
  id: z.string(),
  policy: z.object({ quarantine: z.object({ on_auth_fail: z.boolean() }) }),
});
const identity = z.object({ id: z.string(), display_name: z.string(), primary_address: z.string() });
type Identity = z.output<typeof identity>;
const mailbox = z.object({ name: z.string().nullable(), address: z.string() });
const message = z.object({
  id: z.string(),
  thread_id: z.string(),
  direction: z.enum(['inbound', 'outbound']),
  status: z.string(),
  from: mailbox,
  to: z.array(mailbox),
  subject: z.string(),
  extracted_text: z.string(),
  attachments: z.array(
    z.object({ id: z.string(), filename: z.string(), content_type: z.string(), size: z.number() }),
  ),
  trust: z.object({ verdict: z.string(), spf: z.string(), dkim: z.string(), dmarc: z.string() }).nullable(),
  rfc_message_id: z.string(),
  in_reply_to: z.string().nullable(),
});
type Message = z.output<typeof message>;
const quarantine = z.object({ data: z.array(message.extend({ quarantine_reason: z.string() })) });
const threads = z.object({
  data: z.array(z.object({ id: z.string(), subject: z.string(), message_count: z.number() })),
});
const thread = z.object({ id: z.string(), messages: z.array(message) });
const withHeaders = message.extend({ headers: z.array(z.tuple([z.string(), z.string()])) });

type Scene = { session: Session; target: Target; run: string };
type Received = { letter: Letter; desk: Identity; customer: Identity; threadId: string; message: Message };

/** Plays the main job from beginning to end, against the running instance. @throws DemoError */
export async function play(session: Session, target: Target): Promise<void> {
  const begin = performance.now();
  // Distinguishes runs, so that each has its own slugs and addresses.
  const scene = { session, target, run: randomBytes(3).toString('hex') };
  await introduce(scene);
  await showQuarantine(scene);
  const received = await receive(scene);
  await answer(scene, received);
  await proveThreading(scene, received);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  session.screen.end(
    `Done in ${seconds} s: received, read, answered, and the answer is in the right thread. ` +
      `Next: the first five calls at ${target.consoleUrl}/console, and README.md. Run it again whenever you like.`,
  );
}

async function introduce({ session, target }: Scene): Promise<void> {
  const health = z.object({ status: z.literal('ok'), version: z.string() });
  const { version } = await session.look({ path: '/health', status: 200, answer: health });
  const { screen } = session;
  screen.title('Proofmail: an agent gets a mailbox, receives a mail, reads it and answers it', [
    ['Version', version],
    ['API', target.apiUrl],
    ['SMTP', `${target.smtpHost}:${target.smtpPort}`],
    ['Key', target.keyPlace],
  ]);
  screen.text('Each request is shown as curl would make it. In a shell, these two lines come first:');
  screen.rows([
    [`API=${target.apiUrl}`, ''],
    [`AUTH="Authorization: Bearer ${target.keyExpression}"`, ''],
  ]);
}

async function showQuarantine(scene: Scene): Promise<void> {
  const { session } = scene;
  session.screen.step(
    'Make a tenant',
    'A tenant holds agents, their mail and their policy. This one keeps the default policy.',
  );
  await makeTenant(scene, 'A', {});
  session.screen.step('Give an agent a mailbox', 'An identity is an agent with an address of its own.');
  const desk = await makeIdentity(scene, 'A', 'AGENT_A', { username: 'orders', display_name: 'Order desk' });
  const letter = { messageId: newMessageId(), to: addressed(desk) };
  session.screen.step(
    'Send it a mail',
    'A real one, by SMTP: text, HTML and an attachment. 250 means that it is on disk.',
  );
  await post(scene, letter);
  session.screen.step(
    'It waits in quarantine',
    'Proofmail looks up whether buyer.example vouches for the sender (SPF, DKIM, DMARC). That name is in no DNS, so the sender stays unverified, and the default policy keeps such mail from agents. Where no DNS server answers, this takes about 10 s.',
  );
  const held = await session.requestUntil(
    { path: '/v1/identities/$AGENT_A/quarantine', status: 200, answer: quarantine },
    ({ data }) => data.length > 0,
    'The mail reaching the quarantine',
  );
  const [kept] = held.body.data;
  check(kept?.rfc_message_id === letter.messageId, 'the quarantined message is not the one that was sent');
  session.screen.answer(held.status, [
    ['quarantine_reason', kept.quarantine_reason],
    ['trust', describeTrust(kept)],
    ['subject', kept.subject],
  ]);
}

async function receive(scene: Scene): Promise<Received> {
  const { session } = scene;
  session.screen.step(
    'Make a tenant that lets it in',
    'A demo has no domain of its own that could vouch for its sender. This tenant therefore turns that one rule off. For real mail leave it on: it keeps forged senders from your agents.',
  );
  await makeTenant(scene, 'B', { policy: { quarantine: { on_auth_fail: false } } });
  session.screen.step(
    'Two mailboxes in it',
    "The agent again; it is to answer this time, so somebody must own it. And an assistant of the customer's, who is to get the answer: the receiver whose side we can look at.",
  );
  const owner = { name: 'Grace Hopper', email: 'grace@seller.example' };
  const desk = await makeIdentity(scene, 'B', 'AGENT_B', {
    username: 'orders',
    display_name: 'Order desk',
    owner,
  });
  const customer = await makeIdentity(scene, 'B', 'CUSTOMER', {
    username: 'assistant',
    display_name: "Ada's assistant",
  });
  const letter = { messageId: newMessageId(), to: addressed(desk), cc: addressed(customer) };
  session.screen.step(
    'The same mail again',
    'With a copy to the assistant, which the answer is to go to (Reply-To).',
  );
  await post(scene, letter);
  session.screen.step('List the threads', "The agent's mailbox, the most recent conversation first.");
  const threadId = await findThread(scene, 'AGENT_B', 1);
  return { letter, desk, customer, threadId, message: await readMessage(scene, letter) };
}

async function readMessage({ session }: Scene, letter: Letter): Promise<Message> {
  session.screen.step(
    'Read the thread and its attachment',
    'The text without quotes and markup, what is known of the sender, and the attachment, whose bytes must be those that were sent.',
  );
  const read = await session.request({
    path: '/v1/identities/$AGENT_B/threads/$THREAD_AGENT_B',
    status: 200,
    answer: thread,
  });
  const received = read.body.messages.find(({ rfc_message_id }) => rfc_message_id === letter.messageId);
  check(received, 'the thread does not hold the mail that was sent');
  const [file] = received.attachments;
  check(file, 'the message has lost its attachment');
  session.screen.answer(read.status, [
    session.keep('MESSAGE', received.id),
    session.keep('ATTACHMENT', file.id),
    ['from', `${received.from.name} <${received.from.address}>`],
    ['subject', received.subject],
    ['extracted_text', received.extracted_text.replace(/\s*\n\s*/g, ' ')],
    ['trust', describeTrust(received)],
    ['attachments', `${file.filename}, ${file.content_type}, ${file.size} bytes`],
  ]);
  await downloadAttachment(session);
  return received;
}

async function downloadAttachment(session: Session): Promise<void> {
  const { bytes, headers } = await session.download(
    '/v1/identities/$AGENT_B/messages/$MESSAGE/attachments/$ATTACHMENT',
    attachment.filename,
  );
  const digest = sha256(bytes);
  check(digest === sha256(attachment.content), 'the attachment came back with other bytes than were sent');
  session.screen.answer('200', [
    ['Content-Type', headers.get('content-type') ?? ''],
    ['SHA-256', `${digest.slice(0, 16)}…, the same as sent`],
  ]);
}

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

async function answer({ session }: Scene, { customer, threadId }: Received): Promise<void> {
  session.screen.step(
    'Reply',
    'One call. Recipient, subject and threading headers follow from the message. The Idempotency-Key makes a repeated request safe: it never sends twice.',
  );
  const accepted = await session.request({
    body: { text: 'Hello Ada,\n\nit left today and arrives tomorrow.\n\nYour order desk' },
    path: '/v1/identities/$AGENT_B/messages/$MESSAGE/reply',
    idempotencyKey: `reply-${randomBytes(4).toString('hex')}`,
    status: 202,
    answer: message,
  });
  const { to, status, ...sent } = accepted.body;
  check(to.length === 1 && to[0]?.address === customer.primary_address, 'the reply goes to somebody else');
  check(sent.thread_id === threadId, 'the reply left its thread');
  session.screen.answer(accepted.status, [
    ['status', status],
    ['to', to[0].address],
    ['subject', sent.subject],
  ]);
}

async function proveThreading(scene: Scene, { letter }: Received): Promise<void> {
  const { session } = scene;
  session.screen.step(
    'Look at it from the other side',
    "The assistant received the answer as real mail. Its mailbox knows nothing of the agent's threads: what holds the two messages together is what the reply says in its header.",
  );
  await findThread(scene, 'CUSTOMER', 2);
  const read = await session.request({
    path: '/v1/identities/$CUSTOMER/threads/$THREAD_CUSTOMER',
    status: 200,
    answer: thread,
  });
  const [first, second, ...more] = read.body.messages;
  check(first && second && more.length === 0, 'the thread does not hold exactly the mail and its answer');
  check(first.rfc_message_id === letter.messageId, 'the thread does not begin with the mail');
  session.screen.answer(`${read.status}: ${read.body.messages.length} messages in one thread`, [
    ['1', `${first.from.name}: ${first.subject}`],
    ['2', `${second.from.name}: ${second.subject}`],
    session.keep('ANSWER', second.id),
  ]);
  const header = await session.request({
    path: '/v1/identities/$CUSTOMER/messages/$ANSWER?include=headers',
    status: 200,
    answer: withHeaders,
  });
  const field = (name: string) =>
    header.body.headers
      .find(([present]) => present.toLowerCase() === name)?.[1]
      .replace(/\s+/g, ' ')
      .trim();
  check(second.subject === `Re: ${subject}`, `the subject of the answer is "${second.subject}"`);
  check(field('in-reply-to') === letter.messageId, 'In-Reply-To does not name the mail');
  check(field('references') === letter.messageId, 'References does not lead to the mail');
  session.screen.answer(header.status, [
    ['Message-ID of 1', first.rfc_message_id],
    ['In-Reply-To of 2', `${field('in-reply-to')}  the same`],
    ['References of 2', `${field('references')}  the same`],
    ['Subject of 2', second.subject],
  ]);
}

async function makeTenant(
  { session, run }: Scene,
  letter: 'A' | 'B',
  more: Record<string, unknown>,
): Promise<void> {
  const body = { slug: `demo-${run}-${letter.toLowerCase()}`, name: `Demo ${run} ${letter}`, ...more };
  const made = await session.request({ body, path: '/v1/tenants', status: 201, answer: tenant });
  session.screen.answer(made.status, [
    session.keep(`TENANT_${letter}`, made.body.id),
    ['policy.quarantine.on_auth_fail', String(made.body.policy.quarantine.on_auth_fail)],
  ]);
}

async function makeIdentity(
  { session }: Scene,
  tenantLetter: 'A' | 'B',
  name: string,
  body: Record<string, unknown>,
): Promise<Identity> {
  const path = `/v1/tenants/$TENANT_${tenantLetter}/identities`;
  const made = await session.request({ body, path, status: 201, answer: identity });
  session.screen.answer(made.status, [
    session.keep(name, made.body.id),
    ['primary_address', made.body.primary_address],
  ]);
  return made.body;
}

async function post({ session, target }: Scene, letter: Letter): Promise<void> {
  session.screen.command(command(target, letter));
  session.screen.rows(outline(letter));
  session.screen.answer(await handOver(target, letter), []);
}

/** Waits until the newest thread has this many messages, and keeps its id. */
async function findThread({ session }: Scene, owner: string, messages: number): Promise<string> {
  const listed: ApiAnswer<z.output<typeof threads>> = await session.requestUntil(
    { path: `/v1/identities/$${owner}/threads`, status: 200, answer: threads },
    ({ data }) => data.some(({ message_count }) => message_count >= messages),
    `A thread with ${messages} message${messages === 1 ? '' : 's'}`,
  );
  const [found] = listed.body.data;
  check(
    found && listed.body.data.length === 1,
    `there are ${listed.body.data.length} threads instead of one`,
  );
  session.screen.answer(listed.status, [
    session.keep(`THREAD_${owner}`, found.id),
    ['subject', found.subject],
    ['message_count', String(found.message_count)],
  ]);
  return found.id;
}

const addressed = ({ display_name, primary_address }: Identity) => ({
  name: display_name,
  address: primary_address,
});

const describeTrust = ({ trust }: Message): string =>
  trust ? `${trust.verdict} (spf ${trust.spf}, dkim ${trust.dkim}, dmarc ${trust.dmarc})` : 'unknown';

function check(condition: unknown, otherwise: string): asserts condition {
  if (!condition) throw new DemoError(`An answer was not as expected: ${otherwise}.`);
}
