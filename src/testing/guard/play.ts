import { readMessage, riskFlagsOf } from '#content/reading/index.ts';
import { notes } from '#content/safe-view/index.ts';
import { after, HOUR, MINUTE } from '#kernel/base/clock.ts';
import { sql } from '#kernel/data/database.ts';
import { organisationOf, recordContacts } from '#mailbox/contacts/index.ts';
import type { TrustFlag } from '#mailbox/messages/index.ts';
import type { ApiAnswer } from '../api.ts';
import type { World } from '../identities.ts';
import { type Mailbox, storeMail } from '../mail.ts';
import { postMcp } from '../mcp.ts';
import type { Person, Step, Story, StoryMail } from './story.ts';

export type Outcome = {
  story: Story;
  /** The verdict of each send, in order. */
  verdicts: string[];
  reasons: string[];
  /** The sentences of the reasons. */
  texts: string[];
  /** Whether the safe view hid the attack's instruction from the agent. */
  isMasked: boolean;
};

type Json = ApiAnswer['body'];
type Stage = { world: World; tenantId: string; key: string };
type Stored = { id: string; attachmentId: string | undefined };

const permissions = ['messages:read', 'messages:send', 'attachments:read', 'search:read', 'identities:write'];

/** A workspace whose guard holds what it finds, with a key for its agents. */
export async function openStage(world: World): Promise<Stage> {
  const policy = {
    sending: { guard: 'hold' },
    identity_daily_send_cap: 10_000,
    tenant_daily_send_cap: 100_000,
  };
  const tenantId = await world.tenant({ policy });
  const key = await world.key({ level: 'tenant', tenant_id: tenantId, mcp_view: 'plain' }, permissions);
  return { world, tenantId, key };
}

let played = 0;

/** Plays a story over REST and MCP alternately. The mailbox is new, and its mail is stored as the inbound room stores it. */
export async function play(stage: Stage, story: Story): Promise<Outcome> {
  const { world, tenantId } = stage;
  played += 1;
  const owner = { name: story.owner.name, email: story.owner.address };
  const made = await world.create(tenantId, { username: `agent${played}`, owner }, stage.key);
  const mailbox = made.body as unknown as Mailbox;
  for (const person of story.known) await meet(world, mailbox, person);
  const mails: Stored[] = [];
  // The mails are a minute apart, and the last one has just arrived.
  for (const at of story.mails.keys()) mails.push(await deliver(world, mailbox, story, at));
  const agent = played % 2 === 0 ? restAgent(stage, mailbox.id) : mcpAgent(stage, mailbox.id);
  const verdicts: string[] = [];
  const reasons: string[] = [];
  const texts: string[] = [];
  for (const step of story.steps) {
    const guard = await agent(step, mails);
    if (!guard) continue;
    verdicts.push(guard.verdict);
    reasons.push(...guard.reasons.map(({ reason }: Json) => reason));
    texts.push(...guard.reasons.map(({ text }: Json) => text));
  }
  return {
    story,
    verdicts,
    reasons,
    texts,
    isMasked: story.kind === 'attack' && (await masks(stage, mailbox.id, mails)),
  };
}

async function meet({ services }: World, mailbox: Mailbox, { address, name }: Person): Promise<void> {
  const at = after(services.clock.now(), -400 * HOUR).toISOString();
  const common = {
    tenant_id: mailbox.tenant_id,
    identity_id: mailbox.id,
    address,
    name,
    at,
    thread_id: 'thr_before',
  };
  await recordContacts(services.db, [
    { ...common, direction: 'inbound' },
    { ...common, direction: 'outbound' },
  ]);
}

async function deliver(world: World, mailbox: Mailbox, story: Story, at: number): Promise<Stored> {
  const { services } = world;
  const mail = story.mails[at]!;
  const minutesAgo = story.mails.length - 1 - at;
  const {
    from,
    cc = [],
    replyTo,
    subject,
    text,
    verdict = 'pass',
    attachment,
    hoursAgo = 0,
    automated = false,
  } = mail;
  const reply_to = replyTo ? [replyTo] : [];
  const files = attachment
    ? [{ filename: attachment.filename, content_type: 'text/plain', text: attachment.text }]
    : [];
  const content = {
    from,
    reply_to,
    subject,
    text,
    extracted_text: text,
    html: null,
    headers: mail.headers ?? [],
  };
  const read = readMessage({ ...content, automated, attachments: files });
  const trust = { verdict, flags: flagsOf(story, mail) };
  const stored = await storeMail(services, mailbox, {
    at: after(services.clock.now(), -hoursAgo * HOUR - minutesAgo * MINUTE - 1_000),
    ...{ from, reply_to, subject, text, extracted_text: text, headers: mail.headers ?? [] },
    to: [{ address: mailbox.primary_address, name: null }],
    cc,
    trust: {
      ...{ verdict, spf: 'none', dkim: 'none', dmarc: 'none', arc: 'none', known_sender: false },
      ...{ quarantined: false, spam_score: 0, automated, flags: trust.flags },
    },
    triage: {
      ...{ status: 'done', ...read.reading, model: 'builtin', version: '5' },
      ...{ risk_flags: riskFlagsOf(read, { from, trust }), evidence: read.evidence },
      spam_probability: read.spam_probability,
    },
    verification: read.verification,
    attachments: attachment ? [{ filename: attachment.filename, content: Buffer.from(attachment.text) }] : [],
  });
  const sighting = { tenant_id: mailbox.tenant_id, identity_id: mailbox.id, at: stored.created_at };
  await recordContacts(services.db, [
    { ...sighting, ...from, direction: 'inbound', thread_id: stored.thread_id },
  ]);
  const [attachmentId] = stored.attachmentIds;
  if (attachmentId) await readFile(world, attachmentId, attachment!.text);
  return { id: stored.id, attachmentId };
}

/**
 * The flags that the inbound room sets for a sender who uses the name of somebody whom the mailbox knows, or who wants answers
 * at another address.
 */
function flagsOf({ owner, known }: Story, { from, replyTo }: StoryMail): TrustFlag[] {
  const organisation = organisationOf(from.address);
  const isNamesake = [owner, ...known].some(
    ({ name, address }) => name === from.name && organisationOf(address) !== organisation,
  );
  const isMet = known.some(({ address }) => address === from.address);
  const isElsewhere = replyTo !== undefined && organisationOf(replyTo.address) !== organisation;
  return [
    ...(isNamesake && !isMet ? (['display_name_spoof'] as const) : []),
    ...(isElsewhere ? (['reply_to_mismatch'] as const) : []),
  ];
}

/** Stores the text of a file as the extraction job does. */
async function readFile({ services }: World, id: string, text: string): Promise<void> {
  await services.db.run(sql`update attachments set text_status = 'ready', pages = 1 where id = ${id}`);
  await services.db.run(
    sql`insert into attachment_pages (attachment_id, page, text) values (${id}, 1, ${text})`,
  );
}

type Agent = (step: Step, mails: readonly Stored[]) => Promise<Json | null>;

const attached = (file: { filename: string; text: string } | undefined): Json =>
  file === undefined
    ? {}
    : {
        attachments: [
          {
            filename: file.filename,
            content_type: 'text/plain',
            content_base64: Buffer.from(file.text).toString('base64'),
          },
        ],
      };

function guardIn(answer: Json): Json {
  if (!answer?.guard) throw new Error(`No verdict: ${JSON.stringify(answer)}`);
  return answer.guard;
}

function restAgent({ world, key }: Stage, identityId: string): Agent {
  const base = `/v1/identities/${identityId}/messages`;
  const post = async (path: string, body: Json): Promise<Json> => {
    played += 2;
    const answer = await world.call('POST', base + path, {
      key,
      body,
      headers: { 'idempotency-key': `story ${played}` },
    });
    return guardIn(answer.body);
  };
  return async (step, mails) => {
    if (step.do === 'read') {
      const { id, attachmentId } = mails[step.mail]!;
      await world.call('GET', `${base}/${id}`, { key });
      if (attachmentId) await world.call('GET', `${base}/${id}/attachments/${attachmentId}/text`, { key });
      return null;
    }
    if (step.do === 'send') {
      const { to, bcc = [], subject, text, attach } = step;
      return post('', { to, bcc, subject, text, ...attached(attach) });
    }
    const { id } = mails[step.mail]!;
    if (step.do === 'forward') return post(`/${id}/forward`, { to: step.to, text: step.text });
    return post(`/${id}/${step.all ? 'reply-all' : 'reply'}`, {
      text: step.text,
      ...attached(step.attach),
    });
  };
}

function mcpAgent({ world, key }: Stage, identity: string): Agent {
  const call = async (name: string, args: Json): Promise<Json> => {
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: { identity, ...args } },
    };
    const { text } = await postMcp({ key, fetch: world.fetch }, '2025-11-25', message);
    const { result } = JSON.parse(text);
    if (result.isError) throw new Error(result.content[0].text);
    return result.structuredContent;
  };
  const send = async (name: string, args: Json): Promise<Json> => {
    played += 2;
    return guardIn(await call(name, { ...args, idempotency_key: `story ${played}` }));
  };
  return async (step, mails) => {
    if (step.do === 'read') {
      const { id, attachmentId } = mails[step.mail]!;
      await call('mail_get_message', { message_id: id });
      if (attachmentId)
        await call('mail_get_attachment_text', { message_id: id, attachment_id: attachmentId });
      return null;
    }
    if (step.do === 'send') {
      const { to, bcc = [], subject, text, attach } = step;
      return send('mail_send', { to, bcc, subject, text, ...attached(attach) });
    }
    const { id } = mails[step.mail]!;
    if (step.do === 'forward') return send('mail_forward', { message_id: id, to: step.to, text: step.text });
    return send('mail_reply', {
      ...{ message_id: id, text: step.text, ...attached(step.attach) },
      ...(step.all && { reply_all: true }),
    });
  };
}

/** Whether the safe view would have masked a passage in one of the mails or files that the agent read. */
async function masks({ world, key }: Stage, identityId: string, mails: readonly Stored[]): Promise<boolean> {
  for (const { id, attachmentId } of mails) {
    const base = `/v1/identities/${identityId}/messages/${id}`;
    const paths = [base, ...(attachmentId ? [`${base}/attachments/${attachmentId}/text`] : [])];
    for (const path of paths) {
      const { body } = await world.call(
        'GET',
        `${path}?view=agent${path === base ? '&include=quoted' : ''}`,
        { key },
      );
      if (JSON.stringify(body).includes(notes.steering)) return true;
    }
  }
  return false;
}
