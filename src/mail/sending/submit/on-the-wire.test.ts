import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { splitThreadToken } from '#kernel/base/email-address.ts';
import { headerOf, type Mailbox, type MailProduct, mailTo, openMailProduct } from '#testing/mailboxes.ts';
import { type SmtpSink, startSmtpSink } from '#testing/smtp-sink.ts';

// The bytes that the smtp driver sends, and the replies that come back to the thread (spec 4.6, Send rules 2 to 7;
// decisions.md, Thread token).

let sink: SmtpSink;
let product: MailProduct;
let agent: Mailbox;
let colleague: Mailbox;

beforeAll(async () => {
  sink = await startSmtpSink({
    onRcptTo: ({ address }, _session, callback) =>
      callback(
        address.startsWith('gone@')
          ? Object.assign(new Error('5.1.1 No such user'), { responseCode: 550 })
          : undefined,
      ),
  });
  product = await openMailProduct({ PM_BASIC_TRANSPORT: 'smtp', PM_SMTP_URL: sink.url });
  agent = await product.mailbox({ identity: { display_name: 'Agent Ünï' } });
  colleague = await product.mailbox();
});
afterAll(async () => {
  await product?.close();
  await sink?.close();
});

const tokenAddress = (raw: string): string => /<([^<>]+)>/.exec(headerOf(raw, 'Reply-To')!)![1]!;

const settled = (mailbox: Mailbox, id: string) =>
  product.eventually(
    () => product.message(mailbox, id),
    ({ body }) => body.deliveries.every(({ status }: { status: string }) => status !== 'queued'),
  );

describe('a send', () => {
  it('hands over exactly what was composed, with Bcc in the envelope only', async () => {
    const before = sink.messages.length;
    const sent = await product.send(agent, {
      to: ['Bob <bob@outside.example>'],
      cc: [{ address: 'carol@outside.example', name: 'Carol' }],
      bcc: ['hidden@outside.example', colleague.address],
      subject: 'Größe ✓',
      text: 'Hello.',
      headers: { 'X-Order': '42' },
      attachments: [{ filename: 'ü.txt', content_type: 'text/plain', content_base64: btoa('att') }],
    });
    expect([sent.status, sent.body.status]).toEqual([202, 'queued']);
    const copies = (await sink.waitFor(before + 3)).slice(before);
    const wire = copies[0]!;
    // Each recipient has a return path of its own, and the same message.
    expect(new Set(copies.map(({ from }) => from)).size).toBe(3);
    for (const { raw } of copies) expect(raw).toEqual(wire.raw);
    expect(splitThreadToken(wire.from).token).toMatch(/^[a-z2-7]{22}$/);
    expect(copies.map(({ from, to }) => [splitThreadToken(from).address, to])).toEqual([
      [agent.address, ['bob@outside.example']],
      [agent.address, ['carol@outside.example']],
      [agent.address, ['hidden@outside.example']],
    ]);
    const raw = wire.raw.toString('latin1');
    expect(raw).not.toMatch(/hidden@|^bcc:/im);
    expect(raw).not.toContain(colleague.address);
    // Signed on its way out, and nothing else changed.
    const [signature, ...rest] = wire.raw.toString().split(/(?<=\r\n)(?![ \t])/);
    expect(signature).toMatch(
      /^DKIM-Signature: v=1; a=rsa-sha256; c=relaxed\/relaxed; d=mail\.localhost; s=pm/,
    );
    expect(await product.raw(agent, sent.body.id)).toBe(rest.join(''));
    const read = await PostalMime.parse(wire.raw);
    expect(read).toMatchObject({
      from: { name: 'Agent Ünï', address: agent.address },
      subject: 'Größe ✓',
      messageId: sent.body.rfc_message_id,
      attachments: [{ filename: 'ü.txt' }],
    });
    expect(headerOf(raw, 'X-Order')).toBe('42');
    expect([headerOf(raw, 'In-Reply-To'), headerOf(raw, 'References')]).toEqual([null, null]);
  });

  it('tells of each recipient what became of it', async () => {
    const to = ['ada@outside.example', 'gone@outside.example', 'nobody.at-all@mail.localhost'];
    const { body } = await product.send(agent, { to, subject: 'Three', text: 'Hi.' });
    const after = (await settled(agent, body.id)).body;
    expect(after.deliveries).toMatchObject([
      { address: to[0], field: 'to', status: 'submitted', smtp_code: 250, bounce_type: null },
      { address: to[1], status: 'rejected', smtp_code: 550, enhanced_code: '5.1.1' },
      { address: to[2], status: 'bounced', smtp_code: 550, enhanced_code: '5.1.1', bounce_type: 'hard' },
    ]);
    expect([after.status, after.sent_at]).toEqual(['submitted', expect.any(String)]);
  });

  it('to an address of the deployment that does not exist bounces', async () => {
    const { body } = await product.send(agent, { to: ['no.one@mail.localhost'], subject: 'S', text: 'Hi.' });
    expect((await settled(agent, body.id)).body.status).toBe('bounced');
  });

  it('keeps the address with its token within 64 characters for the longest name', async () => {
    const tenant = { slug: 'sixteen-long-abc', address_suffix: '.fifteen-long-x' };
    const longest = await product.mailbox({ tenant, identity: { username: 'a'.repeat(24) } });
    const { body } = await product.send(longest, { to: ['a@outside.example'], subject: 'S', text: 'Hi.' });
    const [local] = tokenAddress(await product.raw(longest, body.id)).split('@');
    expect(local).toMatch(/^a{24}\.fifteen-long-x\+[a-z2-7]{1,22}$/);
    expect(local!.length).toBeLessThanOrEqual(64);
  });
});

describe('inside the deployment', () => {
  it('a recipient receives real mail, and the answers join on both sides', async () => {
    const subject = 'Between us';
    const asked = (await product.send(agent, { to: [colleague.address], subject, text: 'One?' })).body;
    const question = await product.arrived(colleague, subject);
    expect(question).toMatchObject({
      direction: 'inbound',
      status: 'received',
      extracted_text: 'One?',
      rfc_message_id: asked.rfc_message_id,
      flags: ['loopback'],
      trust: { verdict: 'pass' },
      deliveries: null,
    });
    const answered = (await product.reply(colleague, question.id, { text: 'Two.' })).body;
    expect(answered).toMatchObject({
      subject: `Re: ${subject}`,
      in_reply_to: asked.rfc_message_id,
      thread_id: question.thread_id,
      to: [{ address: tokenAddress(await product.raw(agent, asked.id)) }],
    });
    const [, answer] = (await product.thread(agent, asked.thread_id, 2)).messages;
    expect(answer).toMatchObject({
      extracted_text: 'Two.',
      delivered_to: agent.address,
      trust: { flags: [] },
    });

    const last = (await product.reply(agent, answer.id, { html: '<p>Three</p>' })).body;
    expect([last.subject, last.thread_id]).toEqual([`Re: ${subject}`, asked.thread_id]);
    const raw = await product.raw(agent, last.id);
    expect(headerOf(raw, 'In-Reply-To')).toBe(answered.rfc_message_id);
    expect(headerOf(raw, 'References')).toBe(`${asked.rfc_message_id} ${answered.rfc_message_id}`);
    await product.thread(colleague, question.thread_id, 3);
  });

  it('a blind copy says so, and names no other recipient', async () => {
    const bcc = [colleague.address, 'x@outside.example'];
    await product.send(agent, { to: ['b@outside.example'], bcc, subject: 'Blind', text: 'Hi.' });
    const copy = await product.arrived(colleague, 'Blind');
    expect(copy.flags).toEqual(['loopback', 'bcc']);
    expect(JSON.stringify(copy)).not.toContain('x@outside.example');
  });
});

describe('a reply', () => {
  it('goes to Reply-To with one Re:, the references and the address written to', async () => {
    const path = `/v1/identities/${agent.id}/addresses`;
    const { address } = (await product.call('POST', path, { body: { local_part: 'desk' } })).body;
    const fields = {
      'Reply-To': 'Desk <desk@sender.example>',
      References: '<r1@x> <r2@x>',
      'Message-ID': '<m@x>',
    };
    await product.handOver(address, mailTo(address, 'RE: AW: Topic', fields));
    const original = await product.arrived(agent, 'RE: AW: Topic');
    expect(original.delivered_to).toBe(address);
    const { body } = await product.reply(agent, original.id, { text: 'Done.' });
    expect(body).toMatchObject({
      to: [{ address: 'desk@sender.example' }],
      subject: 'Re: Topic',
      from: { address },
    });
    const raw = await product.raw(agent, body.id);
    expect(headerOf(raw, 'References')).toBe('<r1@x> <r2@x> <m@x>');
    expect(tokenAddress(raw).split('+')[0]).toBe(address.split('@')[0]);
  });
});

describe('a message that continues a thread by thread_id (rule 4)', () => {
  it('is threaded at its receiver as an answer to the newest message', async () => {
    const to = [colleague.address];
    const first = (await product.send(agent, { to, subject: 'Long story', text: 'One.' })).body;
    const { thread_id: theirs } = await product.arrived(colleague, 'Long story');
    const again = { to, subject: 'Another subject', text: 'Two.', thread_id: first.thread_id };
    const second = (await product.send(agent, again)).body;
    expect([second.thread_id, second.subject, second.in_reply_to]).toEqual([
      first.thread_id,
      'Another subject',
      first.rfc_message_id,
    ]);
    expect(headerOf(await product.raw(agent, second.id), 'References')).toBe(first.rfc_message_id);
    expect((await product.thread(colleague, theirs, 2)).messages[1].extracted_text).toBe('Two.');
  });
});

describe('the thread token in Reply-To', () => {
  it('joins whoever uses it, in any case and without references; a forged or moved one joins nothing', async () => {
    const to = ['bob@outside.example'];
    const sent = (await product.send(agent, { to, subject: 'Tokened', text: 'Hi.' })).body;
    const address = tokenAddress(await product.raw(agent, sent.id));
    const stranger = { From: 'new@person.example' };
    await product.handOver(address.toUpperCase(), mailTo(address, 'Nothing in common', stranger));
    const joined = (await product.thread(agent, sent.thread_id, 2)).messages[1];
    expect(joined).toMatchObject({
      delivered_to: agent.address,
      is_primary_recipient: true,
      trust: { flags: [] },
    });

    const forged = address.replace(/\+(.)/, (_, first) => `+${first === 'a' ? 'b' : 'a'}`);
    await product.handOver(forged, mailTo(forged, 'Forged', stranger));
    expect((await product.arrived(agent, 'Forged')).thread_id).not.toBe(sent.thread_id);
    const moved = address.replace(agent.address.split('@')[0]!, colleague.address.split('@')[0]!);
    await product.handOver(moved, mailTo(moved, 'Moved', stranger));
    await product.arrived(colleague, 'Moved');
    await product.thread(agent, sent.thread_id, 2);
  });
});

describe('idempotency of mail (4.1, rules 3 to 5)', () => {
  it('a key counts per identity, whichever API key uses it, and sends once under concurrency', async () => {
    const before = sink.messages.length;
    const body = { to: ['once@outside.example'], subject: 'Once', text: 'Hi.' };
    const options = { idempotencyKey: 'once' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => product.send(agent, body, options)));
    const accepted = answers.filter(({ status }) => status === 202);
    expect(new Set(accepted.map((answer) => answer.body.id)).size).toBe(1);
    expect(accepted.filter((answer) => !answer.body.deduplicated)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 202))
      expect([answer.status, answer.body.error.code]).toEqual([409, 'request_in_progress']);

    const keyBody = { name: 'k', level: 'tenant', tenant_id: agent.tenantId, permissions: ['messages:send'] };
    const key = (await product.call('POST', '/v1/keys', { body: keyBody })).body.secret;
    const replay = await product.send(agent, body, { ...options, key });
    expect([replay.body.id, replay.body.deduplicated, replay.headers.get('idempotent-replayed')]).toEqual([
      accepted[0]!.body.id,
      true,
      'true',
    ]);
    const conflict = await product.send(agent, { ...body, text: 'Other.' }, options);
    expect([conflict.body.error.code, conflict.body.error.details]).toEqual([
      'idempotency_conflict',
      { original_message_id: accepted[0]!.body.id },
    ]);
    expect((await product.send(colleague, body, options)).body.deduplicated).toBe(false);
    await sink.waitFor(before + 2);
    expect(
      sink.messages
        .slice(before)
        .map(({ from }) => splitThreadToken(from).address)
        .sort(),
    ).toEqual([agent.address, colleague.address].sort());
  });
});
