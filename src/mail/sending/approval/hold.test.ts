import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '#testing/api.ts';

// Which sends wait for a person, and what is stored for them (docs/approvals.md). src/mail/approvals tests the decisions.

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api?.close());

let count = 0;
async function agent(policy: Record<string, unknown>, more: Record<string, unknown> = {}) {
  count += 1;
  const { body: tenant } = await api.call('POST', '/v1/tenants', {
    body: { slug: `hold${count}`, name: 'T', mode: 'live', policy: { sending: policy } },
  });
  return { ...(await identity(tenant.id, 'a')), tenant: tenant.id as string, ...more };
}
async function identity(tenant: string, username: string) {
  const owner = { name: 'Ada', email: 'ada@example.com' };
  const { body } = await api.call('POST', `/v1/tenants/${tenant}/identities`, { body: { username, owner } });
  return { id: body.id as string, address: body.primary_address as string };
}
const post = (path: string, body?: unknown) => {
  count += 1;
  return api.call('POST', path, { body, headers: { 'idempotency-key': `hold ${count}` } });
};
const mail = { subject: 'Offer', text: 'Hello.' };
const send = (id: string, to: string[], more: Record<string, unknown> = {}) =>
  post(`/v1/identities/${id}/messages`, { ...mail, to, ...more });
const reasonsOf = async (id: string, to: string[], more: Record<string, unknown> = {}) =>
  (await send(id, to, more)).body.approval?.reasons ?? [];
const rows = <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
  api.services.db.rows<Row>({ name: text.slice(0, 60), text, values });

describe('a send that needs approval', () => {
  it('is accepted, stored with its approval, and goes nowhere', async () => {
    const { id, tenant } = await agent({ approval: 'always', approval_expiry_hours: 1 });
    const dry = await post(`/v1/identities/${id}/messages/dry-run`, { ...mail, to: ['x@outside.example'] });
    expect(dry.body).toMatchObject({
      would_send: true,
      recipients: [{ status: 'queued' }],
      approval: { required: true, reasons: ['policy_always'] },
    });
    const sent = await send(id, ['x@outside.example']);
    expect([sent.status, sent.body]).toMatchObject([
      202,
      {
        status: 'awaiting_approval',
        deliveries: [{ address: 'x@outside.example', status: 'awaiting_approval' }],
        approval: { status: 'pending', reasons: ['policy_always'], comment: null, edited: false },
      },
    ]);
    const path = `/v1/identities/${id}/messages/${sent.body.id}`;
    const { body: read } = await api.call('GET', path);
    expect(read).toMatchObject({ status: 'awaiting_approval', approval: sent.body.approval });
    const waits = Date.parse(read.approval.expires_at) - Date.parse(read.created_at);
    expect(waits).toBe(3_600_000);
    const jobs = await rows<{ task_identifier: string }>(
      `select t.identifier as task_identifier from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id
       where j.payload->>'approval_id' = $1 or j.payload->>'message_id' = $2`,
      read.approval.id,
      read.id,
    );
    expect(jobs.map(({ task_identifier }) => task_identifier).sort()).toEqual([
      'approvals.expire',
      'approvals.notify',
    ]);
    // Until it is released, it does not count against the caps and its recipient is not a contact.
    expect(await rows('select from send_counters where owner_id = $1', tenant)).toEqual([]);
    expect(await rows('select from contacts where identity_id = $1', id)).toEqual([]);
    const events = await rows<{ data: Record<string, unknown> }>(
      `select data from events where tenant_id = $1 and type = 'message.approval_requested'`,
      tenant,
    );
    expect(events).toMatchObject([{ data: { approval_id: read.approval.id, message: { id: read.id } } }]);
    expect(JSON.stringify(events)).not.toContain('Hello.');
    const canceled = await api.call('POST', `${path}/cancel`);
    expect(canceled.body).toMatchObject({ status: 'canceled', approval: { status: 'canceled' } });
    expect((await api.call('POST', `${path}/cancel`)).body.error.code).toBe('not_cancelable');
  });

  it('is chosen by the policy, and the identity can only add to it', async () => {
    const { id, address, tenant } = await agent({ approval: 'new_recipients' });
    const colleague = await identity(tenant, 'colleague');
    expect(await reasonsOf(id, [colleague.address])).toEqual([]);
    expect(await reasonsOf(id, ['new@outside.example'])).toEqual(['new_recipient']);
    // A second request does not make the recipient known.
    expect(await reasonsOf(id, ['new@outside.example', colleague.address])).toEqual(['new_recipient']);
    const listed = await api.call('PUT', `/v1/tenants/${tenant}/lists/send/allow/%40listed.example`);
    expect(listed.status).toBe(200);
    expect(await reasonsOf(id, ['ada@listed.example'])).toEqual([]);
    // A recipient on the list is known from now on, but `external` holds all mail to recipients outside.
    await api.call('PATCH', `/v1/identities/${id}`, { body: { send_policy: { approval: 'external' } } });
    expect(await reasonsOf(id, ['ada@listed.example'])).toEqual(['external_recipient']);
    expect(await reasonsOf(id, [colleague.address])).toEqual([]);
    const own = (
      await post('/v1/keys', {
        name: 'agent',
        level: 'identity',
        identity_id: id,
        permissions: ['identities:write', 'messages:send'],
      })
    ).body.secret;
    const loosened = await api.call('PATCH', `/v1/identities/${id}`, {
      key: own,
      body: { send_policy: { approval: 'never' } },
    });
    expect([loosened.status, loosened.body.error.details]).toEqual([403, { field: 'send_policy.approval' }]);
    const foreign = await agent({});
    expect(await reasonsOf(id, [foreign.address])).toEqual(['external_recipient', 'new_recipient']);
    expect(await reasonsOf(foreign.id, [address])).toEqual([]);
  });

  it('has a sign of risk: files or many recipients that nobody knows, or a flagged message before it', async () => {
    const { id, tenant } = await agent({ approval: 'risky' });
    const file = { filename: 'contract.txt', content_type: 'text/plain', content_base64: 'aGk=' };
    expect(await reasonsOf(id, ['new@outside.example'])).toEqual([]);
    expect(await reasonsOf(id, ['other@outside.example'], { attachments: [file] })).toEqual([
      'attachment_to_new_recipient',
    ]);
    // The guard warns about one of our keys in a message, but this alone does not hold the message.
    const leak = { text: `Use ${api.platformKey}` };
    expect((await reasonsOf(id, ['new@outside.example'], leak)).length).toBeGreaterThan(0);
    const unasked = await agent({});
    expect(await reasonsOf(unasked.id, ['new@outside.example'], leak)).toEqual([]);
    const three = ['a', 'b', 'c'].map((name) => `${name}@outside.example`);
    expect(await reasonsOf(id, three)).toEqual(['many_new_recipients']);
    const [thread] = await rows<{ id: string }>(
      'select id from threads where tenant_id = $1 limit 1',
      tenant,
    );
    await rows(
      `insert into messages (id, tenant_id, identity_id, thread_id, direction, status, kind, "to", cc, bcc, reply_to,
         subject, extracted_text, text, headers, triage, rfc_message_id)
       values ('msg_flagged', $1, $2, $3, 'inbound', 'received', 'normal', '[]', '[]', '[]', '[]', 'Pay', '', '', '[]',
               '{"risk_flags": ["otp", "payment_request"]}', '<flagged@x.example>')`,
      tenant,
      id,
      thread!.id,
    );
    const sent = await send(id, ['new@outside.example'], { thread_id: thread!.id });
    expect(sent.body.approval.reasons).toEqual(['risky_conversation']);
    expect(await rows('select evidence from approvals where id = $1', sent.body.approval.id)).toEqual([
      {
        evidence: [
          {
            reason: 'risky_conversation',
            text: 'It belongs to a conversation with a message that triage flagged: payment request.',
            source_message_id: 'msg_flagged',
          },
        ],
      },
    ]);
  });
});

it('no key both sends and approves', async () => {
  const both = {
    name: 'k',
    level: 'platform',
    permissions: ['messages:read', 'sends:approve', 'messages:send'],
  };
  const { status, body } = await api.call('POST', '/v1/keys', { body: both });
  expect([status, body.error.code, body.error.details.errors[0].path]).toEqual([
    400,
    'invalid_request',
    'permissions.2',
  ]);
  const { body: approver } = await api.call('POST', '/v1/keys', {
    body: { ...both, permissions: ['sends:approve', 'keys:manage'] },
  });
  expect(approver.permissions).toEqual(['keys:manage', 'sends:approve']);
  await expect(
    rows(`update api_keys set permissions = permissions || '{messages:send}' where id = $1`, approver.key_id),
  ).rejects.toThrow('api_keys_send_or_approve');
  // A key that sends but may not approve cannot approve its own message, unless it is a platform key.
  const { id, tenant } = await agent({});
  const sender = (
    await api.call('POST', '/v1/keys', {
      body: { name: 's', level: 'tenant', tenant_id: tenant, permissions: ['messages:send', 'keys:manage'] },
    })
  ).body.secret;
  const refused = await api.call('POST', '/v1/keys', {
    key: sender,
    body: { name: 'a', level: 'tenant', tenant_id: tenant, permissions: ['sends:approve'] },
  });
  expect(refused.body.error.code).toBe('key_scope_exceeded');
  const drafting = await api.call('POST', '/v1/keys', {
    key: sender,
    body: { name: 'd', level: 'identity', identity_id: id, permissions: ['drafts:write'] },
  });
  expect(drafting.status).toBe(201);
});
