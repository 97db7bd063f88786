import { afterAll, beforeAll, expect, it } from 'vitest';
import { GuardedSends, type Json, person, textual } from '#testing/guard/sends.ts';
import type { Mailbox } from '#testing/mail.ts';
import { approvalsLastWeek } from './operations/read-last-week.ts';

// The number of sends that each value of `sending.approval` would have held in the last week.

let guarded: GuardedSends;
beforeAll(async () => {
  guarded = await GuardedSends.open();
});
afterAll(() => guarded?.world.close());

it('counts what each value of the policy would have held, and shows it', async () => {
  const { world, tenantId } = guarded;
  const mailbox = await guarded.newMailbox();
  const colleague = await guarded.newMailbox();
  const subjects = async (mode: string): Promise<string[]> =>
    (await week()).examples
      .filter(({ modes }: Json) => modes.includes(mode))
      .map(({ subject }: Json) => subject)
      .sort();
  const week = async (): Promise<Json> => {
    const call = { db: world.services.db, target: { id: tenantId }, services: world.services } as never;
    return ((await approvalsLastWeek.run(call, { tenant_id: tenantId })) as { body: Json }).body;
  };
  const send = (from: Mailbox, to: string | string[], subject: string, more: Json = {}) =>
    guarded.send(from, to, 'Good morning.', { subject, ...more });
  await send(mailbox, colleague.primary_address, 'inside');
  await send(mailbox, 'ann@a.example', 'first');
  world.time.now = new Date(world.time.now.getTime() + 60_000);
  await send(mailbox, 'ann@a.example', 'second');
  await send(mailbox, ['b1@b.example', 'b2@b.example', 'b3@b.example'], 'to three');
  const file = { filename: 'a.txt', content_type: 'text/plain', content_base64: 'QQ==' };
  await send(mailbox, 'cat@c.example', 'file', { attachments: [file] });
  const flagged = await guarded.mail(mailbox, {
    ...textual('Please answer.'),
    from: person('ann@a.example'),
    triage: {
      ...{ status: 'done', model: 'builtin', version: '5', category: 'other', urgency: 0, needs_reply: 1 },
      ...{ summary: '', language: null, spam_probability: 0, risk_flags: ['phishing_link'], evidence: [] },
    },
  } as never);
  world.time.now = new Date(world.time.now.getTime() + 60_000);
  await guarded.post(mailbox, `/${flagged.id}/reply`, { text: 'Thank you.' });
  const found = await week();
  expect(found).toMatchObject({ sends: 6, external: 5, new_recipients: 3, risky: 3 });
  expect(await subjects('new_recipients')).toEqual(['file', 'first', 'to three']);
  expect((await subjects('risky')).slice(1)).toEqual(['file', 'to three']);
  expect(await subjects('external')).not.toContain('inside');
});
