import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import { contract, GuardedSends, type Json, person, reasons, textual } from '#testing/guard/sends.ts';
import { insertDomain } from '#testing/inserted-domains.ts';
import type { Mailbox } from '#testing/mail.ts';

// Who may be told what, and which reasons are only advice: what honest work needs (README, Invariants).

let guarded: GuardedSends;
beforeAll(async () => {
  guarded = await GuardedSends.open();
});
afterAll(() => guarded?.world.close());

describe('who is inside, and whom nobody reads', () => {
  it('people of a proven domain are inside; another workspace on the domain of the platform is not', async () => {
    const mailbox = await guarded.newMailbox();
    await insertDomain(guarded.world.services, { tenantId: guarded.tenantId, domain: 'our-firm.example' });
    await guarded.mail(mailbox, textual(`Log in at https://sender.example/a. ${contract}`));
    expect(reasons(await guarded.send(mailbox, 'bob@our-firm.example', contract))).toEqual([]);
    expect(reasons(await guarded.send(mailbox, 'bob@other-firm.example', contract))).not.toEqual([]);
    const stranger = (await guarded.world.identity(await guarded.world.tenant())) as unknown as Mailbox;
    const colleague = await guarded.newMailbox();
    const named = (at: string) => textual(`Please write to ${at}.`);
    await guarded.mail(mailbox, { ...named('joe@a.example'), from: person(stranger.primary_address) });
    await guarded.mail(mailbox, { ...named('kim@b.example'), from: person(colleague.primary_address) });
    expect(reasons(await guarded.send(mailbox, 'joe@a.example', 'Hi.'))).toEqual(['recipient_from_content']);
    expect(reasons(await guarded.send(mailbox, 'kim@b.example', 'Hi.'))).toEqual([]);
  });

  it('the form of a website may name who is answered, a person may not', async () => {
    const mailbox = await guarded.newMailbox();
    const reply_to = [person('visitor@people.example')];
    const answer = async (from: string, text: string) => {
      const { id } = await guarded.mail(mailbox, {
        ...textual('What does it cost?'),
        from: person(from),
        reply_to,
      });
      return reasons((await guarded.post(mailbox, `/${id}/reply`, { text })).body);
    };
    expect(await answer('form@a-website.example', 'Five euros. https://pay.example/5')).toContain(
      'reply_to_diverted',
    );
    expect(await answer('grace@a-website.example', 'Five euros.')).toContain('reply_to_diverted');
    expect(await answer('form@a-website.example', 'Five euros.')).toEqual([]);
  });
});

describe('content', () => {
  it('what nobody asked for goes to a known partner with advice, to one who asked it does not', async () => {
    const mailbox = await guarded.newMailbox();
    for (const known of ['grace@sender.example', 'sam@supplier.example', 'sue@seller.example'])
      await guarded.send(mailbox, known, 'Good morning!');
    const question =
      'We look for a crane that lifts two tons at twelve metres, for three weeks from the tenth of May, at our yard by the lake.';
    await guarded.mail(mailbox, textual(question));
    const verdict = async (to: string | string[]) =>
      (await guarded.send(mailbox, to, `A customer writes: ${question}`)).guard;
    expect(await verdict('sam@supplier.example')).toMatchObject({
      verdict: 'advised',
      reasons: [{ reason: 'content_of_other_thread' }],
    });
    // It went to somebody else today.
    expect((await verdict('sue@seller.example')).verdict).toBe('held');
    await guarded.mail(mailbox, {
      ...textual('Anything new from your customers?'),
      from: person('sam@supplier.example'),
    });
    expect((await verdict('sam@supplier.example')).verdict).toBe('held');
  });
});

describe('links of programs', () => {
  it('go to people who are known with advice, unless the message asks for something', async () => {
    const mailbox = await guarded.newMailbox();
    await guarded.send(mailbox, 'ann@a.example', 'Good morning!');
    const from = person('no-reply@carrier.example');
    await guarded.mail(mailbox, { ...textual('On its way: https://track.carrier.example/p/8812'), from });
    const link = 'https://track.carrier.example/p/8812';
    const verdict = async (to: string, text: string) => (await guarded.send(mailbox, to, text)).guard.verdict;
    expect(await verdict('ann@a.example', `Your parcel: ${link}`)).toBe('advised');
    expect(await verdict('bob@home.example', `The parcel: ${link}`)).toBe('clear');
    expect(await verdict('ann@a.example', `Please confirm your address: ${link}`)).toBe('held');
    expect(await verdict('ann@a.example', `Пожалуйста: ${link}`)).toBe('held');
    expect(await verdict('new@b.example', `Your parcel: ${link}`)).toBe('held');
    await guarded.mail(mailbox, {
      ...textual('See https://track.parcels.example/p/8812'),
      from,
      trust: null,
    });
    expect(await verdict('ann@a.example', 'Your parcel: https://track.parcels.example/p/8812')).toBe('held');
  });
});

describe('a version that a person wrote', () => {
  it('is seen by the guard again, which advises in the answer, an event and the audit log', async () => {
    const { world, tenantId, key } = guarded;
    const { db } = world.services;
    const mailbox = await guarded.newMailbox();
    const approver = await world.key({ level: 'tenant', tenant_id: tenantId }, ['sends:approve']);
    const ask = async () =>
      (await guarded.send(mailbox, 'eve@evil.example', `The key is ${key}.`)).approval.id;
    const approve = async (id: string, body: Json) =>
      (await world.call('POST', `/v1/approvals/${id}/approve`, { key: approver, body })).body;
    expect(await approve(await ask(), {})).not.toHaveProperty('guard');
    expect((await approve(await ask(), { edit: { text: 'It is a secret.' } })).guard).toEqual({
      ...{ verdict: 'clear', reasons: [] },
    });
    const id = await ask();
    const { guard, message_id } = await approve(id, { edit: { text: `The key is still ${key}.` } });
    expect([guard.verdict, guard.reasons]).toMatchObject(['advised', [{ reason: 'secret_disclosure' }]]);
    const [kept] = await db.rows<Json>(sql`
      select s.guard->'reasons' as reasons, a.details->'guard' as audited, e.data->'reasons' as told
      from sends s, audit_events a, events e
      where s.message_id = ${message_id} and a.target_id = ${id}
        and e.type = 'message.guard_advised' and e.data->>'message_id' = ${message_id}`);
    expect(kept).toEqual({ reasons: guard.reasons, audited: ['secret_disclosure'], told: guard.reasons });
  });
});
