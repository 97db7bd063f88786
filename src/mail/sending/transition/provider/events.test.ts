import { Webhook } from 'svix';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type HttpSink, startHttpSink } from '#testing/http-sink.ts';
import { type Mailbox, type MailProduct, mailTo, openMailProduct } from '#testing/mailboxes.ts';
import { CERTIFICATE_URL, signed, snsCertificate, TOPIC } from '#testing/sns.ts';

// Reports of providers about mail that they accepted: POST /hooks/resend and POST /hooks/mailprovider (spec 4.2, 7.3),
// with Resend and SES as servers on loopback.

const SECRET = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
// biome-ignore lint/suspicious/noExplicitAny: tests read answers as a client would
type Json = any;

let api: HttpSink;
let product: MailProduct;
let agent: Mailbox;
let count = 0;

beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  api = await startHttpSink(takeAll);
  product = await openMailProduct({
    PM_BASIC_TRANSPORT: 'resend',
    RESEND_API_KEY: 're_test',
    PM_RESEND_URL: api.url,
    RESEND_WEBHOOK_SECRET: SECRET,
    AWS_REGION: 'eu-west-1',
    PM_SES_ENDPOINT: api.url,
    PM_SNS_TOPICS: TOPIC,
  });
  agent = await product.mailbox();
  // No domain has SES yet: some senders stand in for one.
  await product.services.db.pool.query(`
    create function by_ses() returns trigger language plpgsql as $$
      begin if new.envelope_from like 'ses%' then new.transport := 'ses'; end if; return new; end $$;
    create trigger by_ses before insert on sends for each row execute function by_ses()`);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await product?.close();
  await api?.close();
});

const takeAll: HttpSink['answer'] = ({ path }) => {
  count += 1;
  return { status: 200, body: path === '/emails' ? { id: `email-${count}` } : { MessageId: `ses-${count}` } };
};

const realFetch = globalThis.fetch;
beforeEach(() => {
  api.answer = takeAll;
  vi.stubGlobal('fetch', async (url: string, options: RequestInit) =>
    String(url) === CERTIFICATE_URL ? new Response(snsCertificate) : realFetch(url, options),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const send = async (from: Mailbox, to: string[], more: Json = {}): Promise<Json> => {
  const sent = await product.send(from, { to, subject: 'News', text: 'Hi.', ...more });
  expect(sent.status, JSON.stringify(sent.body)).toBe(202);
  return sent.body;
};

const becomes = async (from: Mailbox, id: string, status: string): Promise<Json> =>
  (
    await product.eventually(
      () => product.message(from, id),
      ({ body }) => body.status === status,
    )
  ).body;

const providerId = async (id: string): Promise<string> => {
  const { rows } = await product.services.db.pool.query(
    'select provider_message_id from sends where message_id = $1',
    [id],
  );
  return rows[0].provider_message_id;
};

function resend(type: string, data: Json, changes: { at?: Date; body?: string; secret?: string } = {}) {
  const body = JSON.stringify({
    type,
    created_at: new Date().toISOString(),
    data: { from: 'x', subject: 'y', ...data },
  });
  const at = changes.at ?? new Date();
  return product.call('POST', '/hooks/resend', {
    key: null,
    headers: {
      'svix-id': 'msg_x',
      'svix-timestamp': String(Math.floor(at.getTime() / 1000)),
      'svix-signature': new Webhook(changes.secret ?? SECRET).sign('msg_x', at, body),
    },
    body: changes.body ?? body,
  });
}

function ses(event: Json) {
  const body = JSON.stringify(signed({ Message: JSON.stringify(event) }));
  return product.call('POST', '/hooks/mailprovider', {
    key: null,
    headers: { 'content-type': 'text/plain' },
    body,
  });
}

const bounce = { message: '550 5.1.1 no such user', type: 'Permanent', subType: 'General' };
const suppression = async (address: string) =>
  (
    await product.call(
      'GET',
      `/v1/tenants/${agent.tenantId}/suppressions?address=${encodeURIComponent(address)}`,
    )
  ).body.data;

describe('Resend', () => {
  it('delivered, then complained, each told twice and out of order', async () => {
    const { id } = await send(agent, ['bob@outside.example']);
    await becomes(agent, id, 'submitted');
    const email_id = await providerId(id);
    const data = { email_id, to: ['bob@outside.example'] };
    for (const type of ['email.delivered', 'email.sent', 'email.delivery_delayed', 'email.delivered'])
      expect((await resend(type, data)).status).toBe(200);
    expect((await product.message(agent, id)).body).toMatchObject({ status: 'delivered', flags: [] });
    for (const type of ['email.complained', 'email.delivered', 'email.bounced']) await resend(type, data);
    expect((await product.message(agent, id)).body.status).toBe('complained');
    expect(await suppression('bob@outside.example')).toMatchObject([{ reason: 'complaint' }]);
  });

  it.each([
    ['Permanent', 'hard', 1],
    ['Transient', 'soft', 0],
  ])('a %s bounce is %s', async (type, bounce_type, suppressed) => {
    const to = `bounce-${type}@outside.example`;
    const { id } = await send(agent, [to]);
    await becomes(agent, id, 'submitted');
    await resend('email.bounced', { email_id: await providerId(id), to: [to], bounce: { ...bounce, type } });
    expect((await product.message(agent, id)).body).toMatchObject({
      status: 'bounced',
      deliveries: [{ status: 'bounced', bounce_type, smtp_code: 550, enhanced_code: '5.1.1' }],
    });
    expect(await suppression(to)).toHaveLength(suppressed);
  });

  it('the suppression list of the provider becomes one of the tenant (7.3)', async () => {
    const { id } = await send(agent, ['listed@outside.example']);
    await becomes(agent, id, 'submitted');
    await resend('email.suppressed', { email_id: await providerId(id), to: ['listed@outside.example'] });
    await becomes(agent, id, 'suppressed');
    expect(await suppression('listed@outside.example')).toMatchObject([{ reason: 'provider' }]);
  });

  it('a bounce of one of several is told of nobody else', async () => {
    const to = ['one@outside.example', 'two@outside.example'];
    const { id } = await send(agent, to);
    await becomes(agent, id, 'submitted');
    const email_id = await providerId(id);
    await resend('email.bounced', { email_id, to, bounce });
    expect((await product.message(agent, id)).body.status).toBe('submitted');
    await resend('email.bounced', {
      email_id,
      to,
      bounce: { ...bounce, message: 'Two@outside.example is full' },
    });
    const { deliveries } = (await product.message(agent, id)).body;
    expect(deliveries).toMatchObject([{ status: 'submitted' }, { status: 'bounced' }]);
  });

  it('news before our own record of the attempt stay', async () => {
    api.answer = async ({ path, body }) => {
      const answer = await takeAll({ path } as never);
      const { tags, to } = JSON.parse(body);
      const told = { email_id: (answer as Json).body.id, to, tags: { pm_message: tags[0].value } };
      expect((await resend('email.delivered', told)).status).toBe(200);
      return answer;
    };
    const { id } = await send(agent, ['early@outside.example']);
    expect((await becomes(agent, id, 'delivered')).sent_at).not.toBeNull();
    await product.eventually(
      () =>
        product.services.db.pool.query('select attempt_started_at from sends where message_id = $1', [id]),
      ({ rows }) => rows[0].attempt_started_at === null,
    );
    expect((await product.message(agent, id)).body.status).toBe('delivered');
  });

  it('news that name an id which we learn only later wait for it', async () => {
    const to = ['parked@outside.example'];
    await resend('email.delivered', { email_id: 'parked-1', to });
    api.answer = () => ({ status: 200, body: { id: 'parked-1' } });
    const { id } = await send(agent, to);
    await becomes(agent, id, 'delivered');
  });

  it('an uncertain message is reconciled, and a reply to its id on the wire joins', async () => {
    api.answer = () => 'drop';
    const { id, thread_id } = await send(agent, ['unsure@outside.example']);
    await becomes(agent, id, 'uncertain');
    await resend('email.delivered', {
      email_id: 'late-1',
      message_id: '<wire-1@eu-west-1.amazonses.com>',
      to: ['unsure@outside.example'],
      tags: { pm_message: id },
    });
    const { body } = await product.message(agent, id);
    expect(body).toMatchObject({ status: 'delivered', flags: ['reconciled'] });
    const raw = mailTo(agent.address, 'Re: News', {
      From: 'unsure@outside.example',
      'In-Reply-To': '<wire-1@eu-west-1.amazonses.com>',
    });
    await product.handOver(agent.address, raw, 'unsure@outside.example');
    await product.thread(agent, thread_id, 2);
  });

  it('news of an unknown message, and of other things, change nothing', async () => {
    expect((await resend('email.delivered', { email_id: 'nobody', to: ['a@b.example'] })).status).toBe(200);
    expect((await resend('contact.created', { id: 'x' })).status).toBe(200);
    const queued = await send(agent, ['x@simulator.mail.localhost']);
    const tags = { pm_message: queued.id };
    expect((await resend('email.clicked', { email_id: 'y', to: [], tags })).status).toBe(200);
  });

  it.each([
    ['another secret', { secret: `whsec_${Buffer.from('another secret').toString('base64')}` }],
    ['another body', { body: '{"type":"email.delivered"}' }],
    ['an old time', { at: new Date(Date.now() - 10 * 60_000) }],
  ])('%s is 403 invalid_signature', async (_, changes) => {
    const answer = await resend('email.delivered', { email_id: 'x', to: [] }, changes);
    expect([answer.status, answer.body.error.code]).toEqual([403, 'invalid_signature']);
  });

  it('without a signature, and by another method', async () => {
    const bare = await product.call('POST', '/hooks/resend', { key: null, body: {} });
    expect([bare.status, bare.body.error.code]).toEqual([403, 'invalid_signature']);
    expect((await product.call('GET', '/hooks/resend', { key: null })).status).toBe(405);
  });
});

describe('SES', () => {
  let sender: Mailbox;
  beforeAll(async () => {
    sender = await product.mailbox({ tenantId: agent.tenantId, identity: { username: 'ses-agent' } });
  });

  const mail = (messageId: string) => ({
    messageId,
    source: 'x',
    timestamp: new Date().toISOString(),
    destination: [],
  });
  const sentTo = async (...to: string[]): Promise<{ id: string; mail: Json }> => {
    const { id } = await send(sender, to);
    await becomes(sender, id, 'submitted');
    return { id, mail: mail(await providerId(id)) };
  };
  const smtp = { status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 no such user', action: 'failed' };

  it.each(['notificationType', 'eventType'])(
    'delivery and bounce of single recipients, by %s',
    async (kind) => {
      const to = [`ok-${kind}@outside.example`, `gone-${kind}@outside.example`];
      const { id, mail: about } = await sentTo(...to);
      const bounced = {
        bounceType: 'Permanent',
        bounceSubType: 'General',
        bouncedRecipients: [{ emailAddress: to[1], ...smtp }],
      };
      for (let told = 0; told < 2; told += 1) {
        await ses({ [kind]: 'Bounce', mail: about, bounce: bounced });
        await ses({
          [kind]: 'Delivery',
          mail: about,
          delivery: { recipients: [to[0]], smtpResponse: '250 2.0.0 OK' },
        });
      }
      expect((await product.message(sender, id)).body).toMatchObject({
        status: 'bounced',
        deliveries: [
          { status: 'delivered', smtp_code: 250 },
          { status: 'bounced', bounce_type: 'hard', smtp_code: 550, enhanced_code: '5.1.1' },
        ],
      });
      expect(await suppression(to[1]!)).toMatchObject([{ reason: 'hard_bounce' }]);
    },
  );

  it.each<[string, Json, string]>([
    [
      'delay',
      {
        eventType: 'DeliveryDelay',
        deliveryDelay: {
          delayType: 'MailboxFull',
          delayedRecipients: [{ emailAddress: '?', status: '4.2.2', diagnosticCode: 'smtp; 452 4.2.2 full' }],
        },
      },
      'deferred',
    ],
    [
      'soft bounce',
      {
        notificationType: 'Bounce',
        bounce: {
          bounceType: 'Transient',
          bounceSubType: 'MailboxFull',
          bouncedRecipients: [{ emailAddress: '?' }],
        },
      },
      'bounced',
    ],
    [
      'complaint',
      {
        notificationType: 'Complaint',
        complaint: { complainedRecipients: [{ emailAddress: '?' }], complaintFeedbackType: 'abuse' },
      },
      'complained',
    ],
    ['reject', { eventType: 'Reject', reject: { reason: 'Bad content' } }, 'rejected'],
    [
      'suppression list',
      {
        eventType: 'Bounce',
        bounce: {
          bounceType: 'Permanent',
          bounceSubType: 'OnAccountSuppressionList',
          bouncedRecipients: [{ emailAddress: '?' }],
        },
      },
      'suppressed',
    ],
  ])('%s', async (name, event, status) => {
    const address = `${name.replace(' ', '-')}@outside.example`;
    const { id, mail: about } = await sentTo(address);
    const told = JSON.parse(
      JSON.stringify({ ...event, mail: about }).replaceAll('"?"', JSON.stringify(`Bob <${address}>`)),
    );
    expect((await ses(told)).status).toBe(200);
    expect((await product.message(sender, id)).body.status).toBe(status);
  });

  it('a reject tells why, in the words of SES (6.4, message.rejected)', async () => {
    const { id, mail: about } = await sentTo('virus@outside.example');
    await ses({ eventType: 'Reject', mail: about, reject: { reason: 'Bad content' } });
    const { rows } = await product.services.db.pool.query(
      `select data from events where type = 'message.rejected' and data->>'message_id' = $1`,
      [id],
    );
    expect(rows).toEqual([
      { data: { message_id: id, reason: 'provider_validation', detail: 'Bad content' } },
    ]);
  });

  it('is found by the Message-ID that it repeats where its own id never reached us', async () => {
    api.answer = () => ({ status: 500 });
    const { id, rfc_message_id } = await send(sender, ['lost@outside.example']);
    await becomes(sender, id, 'uncertain');
    const about = { ...mail('ses-lost'), commonHeaders: { messageId: rfc_message_id } };
    await ses({
      notificationType: 'Delivery',
      mail: about,
      delivery: { recipients: ['lost@outside.example'] },
    });
    expect((await product.message(sender, id)).body).toMatchObject({
      status: 'delivered',
      flags: ['reconciled'],
    });
  });

  it('a reply to the Message-ID that SES set joins the thread', async () => {
    const { id, mail: about } = await sentTo('carol@outside.example');
    const { thread_id } = (await product.message(sender, id)).body;
    const wire = `<${about.messageId}@eu-west-1.amazonses.com>`;
    const raw = mailTo(sender.address, 'Re: News', { From: 'carol@outside.example', 'In-Reply-To': wire });
    await product.handOver(sender.address, raw, 'carol@outside.example');
    await product.thread(sender, thread_id, 2);
  });

  it('what is not signed is 403 invalid_signature; what tells nothing is taken', async () => {
    const forged = { ...signed({ Message: '{}' }), Message: '{"notificationType":"Bounce"}' };
    const answer = await product.call('POST', '/hooks/mailprovider', {
      key: null,
      body: JSON.stringify(forged),
    });
    expect([answer.status, answer.body.error.code]).toEqual([403, 'invalid_signature']);
    for (const event of [
      {},
      { eventType: 'Open', mail: mail('x') },
      { eventType: 'Bounce', mail: {} },
      'text',
    ])
      expect((await ses(event)).status).toBe(200);
  });
});
