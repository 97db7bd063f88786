import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpacked } from '#kernel/data/blobs.ts';
import { capturedFor } from '#testing/captured.ts';
import { insertDomain } from '#testing/inserted-domains.ts';
import { type Mailbox, type MailProduct, openMailProduct } from '#testing/mailboxes.ts';
import { connectMcp } from '#testing/mcp.ts';
import { expireJob } from './jobs.ts';
import { readByAgents } from './link.ts';

// A person decides about a send before it leaves (spec decisions: Approval), over HTTP and MCP, with the whole product.

let product: MailProduct;
let box: Mailbox;
let agent: { id: string; secret: string };
let approver: { id: string; secret: string };
const clock = { ahead: 0, now: () => new Date(Date.now() + clock.ahead) };

beforeAll(async () => {
  product = await openMailProduct({}, clock);
  box = await held();
  agent = await keyOf(box, ['messages:send', 'messages:read', 'search:read', 'identities:write']);
  approver = await keyOf(box, ['sends:approve', 'keys:manage'], 'tenant');
});
afterAll(() => product?.close());

const held = () => product.mailbox({ tenant: { policy: { sending: { approval: 'always' } } } });
async function keyOf(of: Mailbox, permissions: string[], level = 'identity', key?: string) {
  const whose = level === 'tenant' ? { tenant_id: of.tenantId } : { identity_id: of.id };
  const { body } = await product.call('POST', '/v1/keys', {
    body: { name: 'k', level, ...whose, permissions },
    ...(key && { key }),
  });
  return { id: body.key_id as string, secret: body.secret as string };
}
const to = ['success@simulator.mail.localhost'];
const ask = async (more: Record<string, unknown> = {}, key = agent.secret, of = box) =>
  (await product.send(of, { to, subject: 'Offer', text: 'Ten euros.', ...more }, { key })).body;
type Sent = Awaited<ReturnType<typeof ask>>;
const decide = (sent: Sent, verb: 'approve' | 'reject', body: unknown = {}, key = approver.secret) =>
  product.call('POST', `/v1/approvals/${sent.approval.id}/${verb}`, { key, body });
const get = async (sent: Sent) =>
  (await product.call('GET', `/v1/approvals/${sent.approval.id}`, { key: approver.secret })).body;
const messageOf = async (sent: Sent) => (await product.message(box, sent.id)).body;
const codeOf = ({ status, body }: { status: number; body: Sent }) => [status, body.error?.code];
const rows = <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
  product.services.db.rows<Row>({ name: text.slice(0, 60), text, values });
const typesOf = async (sent: Sent) =>
  (
    await rows<{ type: string }>(
      `select type from events where coalesce(data->>'message_id', data->'message'->>'id') = $1 order by id`,
      sent.id,
    )
  ).map(({ type }) => type);
const left = (sent: Sent) =>
  product.eventually(
    () => messageOf(sent),
    ({ status }) => status === 'delivered',
  );

describe('the mail to the people who may decide', () => {
  it('knows whose mail an agent may read, on domains of tenants too', async () => {
    const { services } = product;
    const of = { tenantId: box.tenantId };
    await insertDomain(services, { ...of, domain: 'inside.example' });
    await insertDomain(services, {
      ...of,
      domain: 'forwarded.example',
      method: 'send_only',
      inbound_forwarding: true,
    });
    await insertDomain(services, { ...of, domain: 'elsewhere.example', method: 'send_only' });
    const emails = ['inside', 'forwarded', 'elsewhere', 'unknown'].map((name) => `boss@${name}.example`);
    const isReadByAgents = await readByAgents(services.db, services, emails);
    expect(emails.map(isReadByAgents)).toEqual([true, true, false, false]);
    expect(isReadByAgents(box.address.toUpperCase())).toBe(true);
  });

  it('holds a link of its own for each; opening it decides nothing, its button does', async () => {
    const other = await held();
    const key = await keyOf(other, ['messages:send']);
    const person = async (user: string, email: string, role: string) => {
      await rows('insert into users (id, email, name) values ($1, $2, $3)', user, email, user);
      await rows(
        'insert into members (tenant_id, user_id, role) values ($1, $2, $3)',
        other.tenantId,
        user,
        role,
      );
    };
    await person('usr_ann', 'ann@people.example', 'admin');
    await person('usr_bob', 'bob@people.example', 'member');
    // An agent reads this mailbox of the deployment, so it must not get a link that decides.
    await person('usr_bot', other.address, 'admin');
    const sent = await ask({ subject: 'See <b>this</b>' }, key.secret, other);
    const mails = await product.eventually(
      () => capturedFor(product.services.db, 'ann@people.example'),
      (found) => found.length > 0,
    );
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('is waiting for your approval'),
    ]);
    const { text, html } = mails[0]!;
    const link = /https?:\/\/\S+\/approvals\/\S+/.exec(text!)![0];
    expect(`${text}${html}`).not.toContain('See <b>this');
    expect(`${text}${html}`).not.toContain('See &lt;b');
    expect(html).toContain(`href="${link}"`);
    const notice = await product.eventually(
      () =>
        rows<{ content: Buffer; packed: boolean }>(
          `select b.content, b.packed from blobs b join messages m on m.raw_id = b.id
         where m.identity_id = $1 and m.direction = 'inbound'`,
          other.id,
        ),
      (found) => found.length > 0,
    );
    const forBot = Buffer.from(unpacked(notice[0]!)).toString().replace(/=\r\n/g, '');
    expect(forBot).toContain('/console/approvals');
    expect(forBot).not.toContain('/approvals/');
    const open = (init: RequestInit = {}) => product.fetch(new Request(link, init));
    const form = async (fields: Record<string, string>) =>
      (
        await open({
          method: 'POST',
          body: new URLSearchParams(fields).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
      ).text();
    const shown = await (await open()).text();
    expect(shown).toContain('See &lt;b&gt;this&lt;/b&gt;');
    expect(shown).toContain('Ten euros.');
    const content_sha256 = /name="content_sha256" value="([0-9a-f]{64})"/.exec(shown)![1]!;
    expect((await product.message(other, sent.id)).body.status).toBe('awaiting_approval');
    expect(await form({ decision: 'approve', content_sha256: '0'.repeat(64) })).toContain(
      'Nothing was decided',
    );
    expect(await form({ decision: 'reject', content_sha256 })).toContain('needs a comment');
    expect(await form({ decision: 'approve', content_sha256 })).toContain('was approved and is being sent');
    expect(await form({ decision: 'approve', content_sha256 })).toContain('Nothing was decided');
    expect((await product.message(other, sent.id)).body.approval.status).toBe('approved');
    expect(
      await rows('select actor_user_id from audit_events where target_id = $1', sent.approval.id),
    ).toEqual([{ actor_user_id: 'usr_ann' }]);
    await rows(`delete from members where user_id = 'usr_ann'`);
    expect((await open()).status).toBe(404);
    expect((await product.fetch(new Request(`${link}x`))).status).toBe(404);
  });
});

describe('an approval', () => {
  it('shows the whole message, releases it once, and wakes whoever waits', async () => {
    const sent = await ask();
    const waiting = product.call(
      'GET',
      `/v1/identities/${box.id}/wait?kind=decision&message_id=${sent.id}&timeout=20`,
      {
        key: agent.secret,
      },
    );
    const shown = await get(sent);
    expect(shown).toMatchObject({
      status: 'pending',
      message_id: sent.id,
      reasons: ['policy_always'],
      requested_by: { type: 'key', id: agent.id },
      message: { text: expect.stringContaining('Ten euros.'), status: 'awaiting_approval' },
      original: null,
    });
    const listed = await product.call('GET', `/v1/tenants/${box.tenantId}/approvals?status=pending`, {
      key: approver.secret,
    });
    expect(listed.body.data.map(({ id }: { id: string }) => id)).toContain(sent.approval.id);
    const answers = await Promise.all([
      ...Array.from({ length: 3 }, () =>
        decide(sent, 'approve', { content_sha256: shown.content_sha256, comment: 'Fine.' }),
      ),
      decide(sent, 'reject', { comment: 'No.' }),
    ]);
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(answers.filter((each) => each !== won[0]).map(codeOf)).toEqual(
      Array(3).fill([409, 'approval_decided']),
    );
    const isApproved = won[0]!.body.status === 'approved';
    const message = isApproved ? await left(sent) : await messageOf(sent);
    expect((await waiting).body).toMatchObject({
      timed_out: false,
      message: { id: sent.id, approval: { status: won[0]!.body.status } },
    });
    expect(message.approval).toMatchObject({ status: won[0]!.body.status, edited: false });
  });

  it('is written down with the hash of what left, and counts when it is released', async () => {
    const sent = await ask({ subject: 'Counted' });
    const counted = async () =>
      (await rows<{ used: number }>('select used from send_counters where owner_id = $1', box.id))[0]?.used ??
      0;
    const before = await counted();
    const shown = await get(sent);
    const { status, body } = await decide(sent, 'approve', { comment: 'Fine.' });
    expect([status, body]).toMatchObject([
      200,
      { status: 'approved', comment: 'Fine.', decided_by: { type: 'key', id: approver.id } },
    ]);
    expect(await counted()).toBe(before + 1);
    expect((await get(sent)).decided_at).toBe(body.decided_at);
    await left(sent);
    expect(await typesOf(sent)).toEqual([
      'message.approval_requested',
      'message.approved',
      'message.sent',
      'message.delivered',
    ]);
    expect(
      await rows('select action, actor_key_id, details from audit_events where target_id = $1', shown.id),
    ).toEqual([
      {
        action: 'approval.approve',
        actor_key_id: approver.id,
        details: { content_sha256: shown.content_sha256, reasons: ['policy_always'] },
      },
    ]);
    expect(
      await rows('select from contacts where identity_id = $1 and address = $2', box.id, to[0]),
    ).toHaveLength(1);
  });

  it('is rejected with a comment that the agent reads, in the message and in plain words over MCP', async () => {
    const client = await connectMcp('client 2, 2026-07-28', agent.secret, product.fetch);
    const asked = await client.call('mail_send', { to, subject: 'Bad', text: 'Hello.' });
    const words = ({ content }: typeof asked) => content.map(({ text }) => text).join('\n');
    expect(words(asked)).toContain('The message was not sent: a person has to approve it first');
    const sent = asked.structuredContent as Sent;
    expect(codeOf(await decide(sent, 'reject'))).toEqual([400, 'invalid_request']);
    await decide(sent, 'reject', { comment: 'Wrong account.' });
    expect(await messageOf(sent)).toMatchObject({
      status: 'canceled',
      approval: { status: 'rejected', comment: 'Wrong account.' },
      deliveries: [{ status: 'canceled', reason: 'approval_rejected' }],
    });
    const waited = await client.call('mail_wait', { kind: 'decision', since: sent.created_at, timeout: 5 });
    expect(words(waited)).toContain('A person rejected this message');
    const read = await client.call('mail_get_message', { message_id: sent.id });
    expect(words(read)).toContain('`approval.comment` says why');
    await client.close();
    expect(await typesOf(sent)).toEqual([
      'message.approval_requested',
      'message.canceled',
      'message.approval_rejected',
    ]);
  });

  it('sends what a person wrote instead, and keeps both versions', async () => {
    const sent = await ask({ subject: 'Draft offer', html: '<p>Ten <b>euros</b>.</p>' });
    const edit = {
      to: ['delivered@simulator.mail.localhost', ...to],
      subject: 'Final offer',
      text: 'Twelve euros.',
    };
    const { body } = await decide(sent, 'approve', { edit });
    expect(body).toMatchObject({ status: 'approved', edited: true });
    const shown = await get(sent);
    expect(shown).toMatchObject({
      edited: true,
      original: { subject: 'Draft offer', text: 'Ten euros.', html: '<p>Ten <b>euros</b>.</p>' },
      message: { subject: 'Final offer', html: null, approval: { edited: true } },
    });
    const raw = await product.raw(box, sent.id);
    expect(raw).toMatch(/Subject: Final offer[\s\S]*Twelve euros\./);
    expect(raw).not.toContain('Ten');
    const bad = await ask();
    expect(codeOf(await decide(bad, 'approve', { edit: { to: ['nobody'] } }))).toEqual([
      400,
      'address_invalid',
    ]);
    expect((await get(bad)).status).toBe('pending');
  });

  it('is never given by whoever asked, nor by keys of the same line', async () => {
    const sent = await ask();
    expect(codeOf(await decide(sent, 'approve', {}, agent.secret))).toEqual([403, 'permission_denied']);
    // A platform key cannot approve its own request with a key that it created, nor with one that such a key created.
    const own = (await product.send(box, { to, subject: 'Own', text: 'x' })).body;
    const child = await keyOf(box, ['sends:approve', 'keys:manage'], 'tenant');
    const grandchild = await keyOf(box, ['sends:approve'], 'tenant', child.secret);
    for (const { secret } of [child, grandchild])
      expect(codeOf(await decide(own, 'approve', {}, secret))).toEqual([403, 'approval_own_request']);
    expect((await decide(sent, 'approve', {}, grandchild.secret)).status).toBe(200);
    const foreign = await held();
    const stranger = await keyOf(foreign, ['sends:approve'], 'tenant');
    expect(codeOf(await decide(own, 'approve', {}, stranger.secret))).toEqual([404, 'approval_not_found']);
  });

  it('runs every check again at the release, and goes on waiting when one fails', async () => {
    const other = await held();
    const key = await keyOf(other, ['messages:send']);
    const decider = await keyOf(other, ['sends:approve'], 'tenant');
    const sent = await ask({ to: ['ada@outside.example'] }, key.secret, other);
    const blocked = `/v1/tenants/${other.tenantId}/lists/send/block/ada%40outside.example`;
    await product.call('PUT', blocked);
    expect(codeOf(await decide(sent, 'approve', {}, decider.secret))).toEqual([422, 'recipient_blocked']);
    await product.call('DELETE', blocked);
    const patch = (body: unknown) => product.call('PATCH', `/v1/identities/${other.id}`, { body });
    await patch({ status: 'paused' });
    expect(codeOf(await decide(sent, 'approve', {}, decider.secret))).toEqual([409, 'identity_paused']);
    await patch({ status: 'active', send_policy: { daily_cap: 0 } });
    expect(codeOf(await decide(sent, 'approve', {}, decider.secret))).toEqual([429, 'daily_cap_reached']);
    expect((await product.message(other, sent.id)).body.approval.status).toBe('pending');
    await patch({ send_policy: { daily_cap: null } });
    expect((await decide(sent, 'approve', {}, decider.secret)).status).toBe(200);
  });

  it('is bound to the content: another one is asked about again', async () => {
    const sent = await ask();
    const before = (await get(sent)).content_sha256;
    expect(codeOf(await decide(sent, 'approve', { content_sha256: '0'.repeat(64) }))).toEqual([
      409,
      'approval_content_changed',
    ]);
    await rows(
      `update blobs set content = convert_to(replace(convert_from(content, 'UTF8'), 'Ten euros', 'All euros'), 'UTF8')
       where id = (select raw_id from messages where id = $1)`,
      sent.id,
    );
    for (const seen of [undefined, before])
      expect(codeOf(await decide(sent, 'approve', { content_sha256: seen }))).toEqual([
        409,
        'approval_content_changed',
      ]);
    const again = await get(sent);
    expect([again.status, again.content_sha256 === before]).toEqual(['pending', false]);
    expect((await messageOf(sent)).status).toBe('awaiting_approval');
  });

  it('expires, and ends with the message that is canceled', async () => {
    const sent = await ask();
    const run = () =>
      expireJob.run(
        { services: product.services, attempt: 1, signal: AbortSignal.timeout(60_000) },
        { approval_id: sent.approval.id, tenant_id: box.tenantId },
      );
    expect((await run())!.toISOString()).toBe(sent.approval.expires_at);
    clock.ahead = 73 * 3_600_000;
    expect(codeOf(await decide(sent, 'approve'))).toEqual([409, 'approval_decided']);
    expect(await Promise.all([run(), run()])).toEqual([undefined, undefined]);
    clock.ahead = 0;
    expect(await messageOf(sent)).toMatchObject({
      status: 'canceled',
      approval: { status: 'expired' },
      deliveries: [{ reason: 'approval_expired' }],
    });
    expect((await typesOf(sent)).filter((type) => type === 'message.approval_expired')).toHaveLength(1);
    const withdrawn = await ask();
    await product.call('POST', `/v1/identities/${box.id}/messages/${withdrawn.id}/cancel`, {
      key: agent.secret,
    });
    expect((await get(withdrawn)).status).toBe('canceled');
    expect(codeOf(await decide(withdrawn, 'approve'))).toEqual([409, 'approval_decided']);
  });

  it('several are decided as one named batch, each by what was shown', async () => {
    const sends = [await ask(), await ask(), await ask()];
    const shown = await Promise.all(sends.map(get));
    const { status, body } = await product.call('POST', `/v1/tenants/${box.tenantId}/approvals/decide`, {
      key: approver.secret,
      body: {
        name: 'Monday',
        decision: 'approve',
        approvals: shown.map(({ id, content_sha256 }, index) => ({
          id,
          content_sha256: index === 2 ? '0'.repeat(64) : content_sha256,
        })),
      },
    });
    expect([status, body.results]).toMatchObject([
      200,
      [
        { outcome: 'approved', error: null },
        { outcome: 'approved' },
        { outcome: 'failed', error: { code: 'approval_content_changed' } },
      ],
    ]);
    expect((await Promise.all(sends.map(get))).map(({ status: now, batch }) => [now, batch])).toEqual([
      ['approved', 'Monday'],
      ['approved', 'Monday'],
      ['pending', null],
    ]);
  });
});
