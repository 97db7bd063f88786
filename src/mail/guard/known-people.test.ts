import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import { contract, GuardedSends, type Json, person, reasons, textual } from '#testing/guard/sends.ts';
import { insertDomain } from '#testing/inserted-domains.ts';
import { type Mailbox, trustOf } from '#testing/mail.ts';

// Who may be told what, and which reasons are only advice, so that honest work goes out (README, Invariants).

let guarded: GuardedSends;
beforeAll(async () => {
  guarded = await GuardedSends.open();
});
afterAll(() => guarded?.world.close());

describe('insiders, and automated senders', () => {
  it("people of a verified domain are insiders; another workspace on the platform's domain is not", async () => {
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

  it('a website form may name the person to answer, but a person may not', async () => {
    const mailbox = await guarded.newMailbox();
    const reply_to = [person('vera.visitor@people.example')];
    const answer = async (address: string, text: string, name = 'Vera Visitor') => {
      const { id } = await guarded.mail(mailbox, {
        ...textual('What does it cost?'),
        from: { address, name },
        reply_to,
      });
      return reasons((await guarded.post(mailbox, `/${id}/reply`, { text })).body);
    };
    expect(await answer('form@a-website.example', 'Five euros. https://pay.example/5')).toContain(
      'reply_to_diverted',
    );
    expect(await answer('vera@a-website.example', 'Five euros.')).toContain('reply_to_diverted');
    expect(await answer('grace@a-website.example', 'Five euros.', 'Grace')).toContain('reply_to_diverted');
    expect(await answer('form@a-website.example', 'Five euros.')).toEqual([]);
  });
});

describe('content', () => {
  it('what nobody asked for may go to a known partner, but not to one who asked', async () => {
    const mailbox = await guarded.newMailbox();
    for (const known of ['grace@sender.example', 'sam@supplier.example', 'sue@seller.example'])
      await guarded.send(mailbox, known, 'Good morning!');
    const question =
      'We look for a crane that lifts two tons at twelve metres, for three weeks from the tenth of May, at our yard by the lake.';
    await guarded.mail(mailbox, textual(question));
    const verdict = async (to: string | string[], what = question) =>
      (await guarded.send(mailbox, to, `A customer writes: ${what}`)).guard;
    expect(await verdict('sam@supplier.example')).toMatchObject({ verdict: 'clear' });
    // It already went to somebody else today.
    expect((await verdict('sue@seller.example')).verdict).toBe('held');
    const stranger =
      'Our church roof has lost forty slates in the storm of Sunday night, and we would be glad of somebody who can climb up there this week.';
    await guarded.mail(mailbox, { ...textual(stranger), from: person('pat@parish.example') });
    expect(await verdict('sue@seller.example', stranger)).toMatchObject({ verdict: 'clear' });
    await guarded.mail(mailbox, {
      ...textual('Anything new from your customers?'),
      from: person('sam@supplier.example'),
    });
    expect((await verdict('sam@supplier.example')).verdict).toBe('held');
  });
});

describe('links in automated mail', () => {
  it('may go to known people, unless the message asks for something', async () => {
    const mailbox = await guarded.newMailbox();
    await guarded.send(mailbox, 'ann@a.example', 'Good morning!');
    const from = person('no-reply@carrier.example');
    const trust = { ...trustOf('received'), automated: true };
    await guarded.mail(mailbox, {
      ...textual('On its way: https://track.carrier.example/p/8812'),
      from,
      trust,
    });
    const link = 'https://track.carrier.example/p/8812';
    const verdict = async (to: string, text: string) => (await guarded.send(mailbox, to, text)).guard.verdict;
    expect(await verdict('ann@a.example', `Your parcel comes on Friday: ${link}`)).toBe('clear');
    expect(await verdict('bob@home.example', `The parcel comes on Friday: ${link}`)).toBe('clear');
    expect(await verdict('ann@a.example', `Please confirm your address: ${link}`)).toBe('held');
    expect(await verdict('ann@a.example', `Пожалуйста, подтвердите адрес: ${link}`)).toBe('held');
    expect(await verdict('new@b.example', `Your parcel: ${link}`)).toBe('held');
    await guarded.mail(mailbox, {
      ...textual('See https://track.parcels.example/p/8812'),
      from,
      trust: null,
    });
    expect(await verdict('ann@a.example', 'Your parcel: https://track.parcels.example/p/8812')).toBe('held');
  });
});

describe('people named in mail', () => {
  it('are introduced with a name by somebody else, but a request to answer elsewhere is no introduction', async () => {
    const mailbox = await guarded.newMailbox();
    const verdict = async (text: string, to: string | string[], more: Json = {}, name = 'Grace Hall') => {
      await guarded.mail(mailbox, {
        ...textual(text),
        from: { address: 'grace@hall.example', name },
        ...more,
      });
      return (await guarded.send(mailbox, to, 'Good morning, may we call you on Monday?')).guard.verdict;
    };
    // A stranger's introduction gives a weak reason, which is reported only if a second sign supports it.
    expect(
      await verdict('My friend Sylvie Roux (sylvie@a1.example) needs a roof.', 'sylvie@a1.example'),
    ).toBe('clear');
    const both = ['ida@a0.example', 'sam@a10.example'];
    expect(await verdict('My friend Ida Moss (ida@a0.example) needs one, too.', both)).toBe('advised');
    expect(await verdict('I read only grace.hall@a2.example this week.', 'grace.hall@a2.example')).toBe(
      'held',
    );
    expect(await verdict('Write to desk77@a3.example.', 'desk77@a3.example')).toBe('held');
    expect(await verdict('As agreed.\n> Ask Paul Orr, paul@a4.example', 'paul@a4.example')).toBe('held');
    expect(await verdict('Ask Ann Lee, ann@a5.example', 'ann@a5.example', { trust: null })).toBe('held');
    await guarded.send(mailbox, 'grace@hall.example', 'Thank you!');
    expect(await verdict('Meet Sue Kent of Kent Roofs (sue@a6.example).', 'sue@a6.example')).toBe('clear');
    expect(await verdict('Please ask desk78@a7.example.', 'desk78@a7.example')).toBe('clear');
    await guarded.mail(mailbox, {
      ...textual('Meet Jo Dean (jo@a8.example).'),
      from: person('grace@hall.example'),
    });
    const { guard } = await guarded.send(mailbox, 'jo@a8.example', 'See https://files.example/s/8f3k2m1x');
    expect(guard.verdict).toBe('held');
  });

  it('the header of unauthenticated mail names people just as its text does', async () => {
    const mailbox = await guarded.newMailbox();
    await guarded.send(mailbox, 'lucia@firm.example', 'Good morning!');
    const forged = { from: person('lucia@firm.example'), cc: [person('desk@a9.example')] };
    const { id } = await guarded.mail(mailbox, { ...textual('Answer all of us.'), ...forged, trust: null });
    const { body } = await guarded.post(mailbox, `/${id}/reply-all`, {
      text: 'The contract runs for a year.',
    });
    expect([body.guard.verdict, ...reasons(body)]).toEqual(['held', 'recipient_from_content']);
  });
});

describe('values in other spellings', () => {
  it('are recognised: domains in words, lookalike letters, numbers in parts', async () => {
    const mailbox = await guarded.newMailbox();
    const verdict = async (mails: string[], to: string, text = 'Good morning!') => {
      for (const mail of mails)
        await guarded.mail(mailbox, { ...textual(mail), from: person('eve@writer.example') });
      const { guard } = await guarded.send(mailbox, to, text);
      return [guard.verdict, ...reasons({ guard })];
    };
    const named = ['held', 'recipient_from_content'];
    expect(await verdict(['Send it to box at odd-place dot example.'], 'box@odd-place.example')).toEqual(
      named,
    );
    expect(await verdict(['Our domain is other-place.example.'], 'box@other-place.example')).toEqual(named);
    // The letter о is Cyrillic.
    expect(await verdict(['Meet Claire, claire@nоel.example.'], 'claire@nоel.example')).toEqual(named);
    const halves = ['It begins with DE75 5121 0800,', 'and ends with 1245 1261 99.'];
    const pay = 'Please pay to DE75 5121 0800 1245 1261 99.';
    expect(await verdict(halves, 'bob@home.example', pay)).toEqual(['held', 'link_from_content']);
  });

  it("a passage that a stranger quotes from our own leaflet does not count as the stranger's", async () => {
    const mailbox = await guarded.newMailbox();
    const ours =
      'Our course takes eight evenings, costs 190 euros with the material, and ends with a test that the chamber recognises.';
    await guarded.mail(mailbox, textual(`I read: “${ours}” Is that so?`));
    expect((await guarded.send(mailbox, 'ann@a.example', ours)).guard.verdict).toBe('clear');
    // A correspondent may quote what only the two of us know.
    await guarded.send(mailbox, 'grace@sender.example', 'It is.');
    expect((await guarded.send(mailbox, 'new@b.example', ours)).guard.verdict).toBe('held');
  });
});

describe('what only others were told', () => {
  it('does not go to strangers in figures, except those of automated mail', async () => {
    const mailbox = await guarded.newMailbox();
    await guarded.send(mailbox, 'sam@supplier.example', 'Good morning!');
    const trust = { ...trustOf('received'), automated: true };
    const machine = { from: { address: 'no-reply@parcels.example', name: 'Parcels' }, trust };
    await guarded.mail(mailbox, {
      ...textual('We agreed on 48,317 euros.'),
      from: person('sam@supplier.example'),
    });
    await guarded.mail(mailbox, { ...textual('Your parcel PX774120 is on its way.'), ...machine });
    const tell = async (to: string, text: string) => reasons(await guarded.send(mailbox, to, text));
    expect(await tell('nosy@a.example', 'They pay 48317.')).toEqual(['content_of_other_thread']);
    expect(await tell('sam@supplier.example', 'We pay 48317.')).toEqual([]);
    expect(await tell('ann@b.example', 'It is parcel PX774120.')).toEqual([]);
  });

  it('goes to people whom the owner names in an answer', async () => {
    const mailbox = await guarded.newMailbox();
    const offer = { ...textual(contract), from: person('sam@supplier.example') };
    await guarded.mail(mailbox, offer);
    await guarded.mail(mailbox, {
      ...textual('May I see the price list?'),
      from: person('vera@visitor.example'),
    });
    const tell = async () => reasons(await guarded.send(mailbox, 'vera@visitor.example', contract));
    expect(await tell()).toEqual(['content_of_other_thread']);
    const owner = person('ada@home.example');
    await guarded.mail(mailbox, { ...textual('Send what Sam wrote to vera@visitor.example.'), from: owner });
    expect(await tell()).toEqual([]);
  });
});

describe('what a colleague is told', () => {
  it("may include a video meeting room, and in a forward the correspondent's only account", async () => {
    const mailbox = await guarded.newMailbox();
    await guarded.send(mailbox, 'bill@supplier.example', 'Good morning!');
    const tell = async (text: string, to = 'bob@home.example') =>
      (await guarded.send(mailbox, to, text)).guard.verdict;
    const from = { address: 'bill@supplier.example', name: 'Bill Orton' };
    const forward = async (id: string) =>
      (await guarded.post(mailbox, `/${id}/forward`, { to: ['bob@home.example'], text: 'To pay.' })).body
        .guard.verdict;
    const bill = { ...textual('Our account is DE89 3704 0044 0532 0130 00.'), from };
    const { id } = await guarded.mail(mailbox, bill);
    expect(await tell('Supplier: DE89.3704.0044.0532.0130.00')).toBe('held');
    expect(await forward(id)).toBe('clear');
    await guarded.mail(mailbox, { ...textual('From now on GB82 WEST 1234 5698 7654 32.'), from });
    expect(await tell('Supplier: GB82 WEST 1234 5698 7654 32')).toBe('held');
    const call = 'https://meet.google.com/abc-defg-hij';
    const visitor = { address: 'vera@visitor.example', name: 'Vera Holm' };
    await guarded.mail(mailbox, {
      ...textual(`Talk on Monday? ${call} or https://vera.example/me`),
      from: visitor,
    });
    expect(await tell(`Monday at nine: ${call}`)).toBe('clear');
    expect(await tell('Her page: https://vera.example/me')).toBe('held');
    expect(await tell('The page of Vera Holm: vera.example/me')).toBe('clear');
    expect(await tell(`Please log in first: ${call}`)).toBe('held');
  });

  it('must not come from a disguised sender, not even for the owner', async () => {
    const mailbox = await guarded.newMailbox();
    const trust = { ...trustOf('received'), flags: ['lookalike_domain' as const] };
    const from = person('bill@suppl1er.example');
    await guarded.mail(mailbox, { ...textual('Pay to GB82 WEST 1234 5698 7654 32.'), from, trust });
    const told = await guarded.send(mailbox, 'ada@home.example', 'They want GB82 WEST 1234 5698 7654 32.');
    expect([told.guard.verdict, ...reasons(told)]).toEqual(['held', 'link_from_content']);
  });
});

describe('a version that a person wrote', () => {
  it('is checked again; the advice is in the response, an event and the audit log', async () => {
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
