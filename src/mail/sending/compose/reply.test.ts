import { describe, expect, it } from 'vitest';
import type { Mailbox } from './mailbox.ts';
import {
  forwardSubject,
  replyAllRecipients,
  replyRecipients,
  replyReferences,
  replySubject,
} from './reply.ts';

const box = (address: string, name: string | null = null): Mailbox => ({ address, name });
const addresses = (mailboxes: Mailbox[]) => mailboxes.map(({ address }) => address);

describe('subjects', () => {
  it.each([
    ['hello', 'Re: hello'],
    ['Re: hello', 'Re: hello'],
    ['RE:hello', 'Re: hello'],
    ['re : hello', 'Re: hello'],
    ['Re: Re: RE: hello', 'Re: hello'],
    ['Re[2]: hello', 'Re: hello'],
    ['Re(3): Re^2: Re*4: hello', 'Re: hello'],
    ['AW: hello', 'Re: hello'],
    ['Antw: SV: VS: Odp: RES: RIF: R: Ynt: hello', 'Re: hello'],
    ['回复：你好', 'Re: 你好'],
    ['答复: Re: 你好', 'Re: 你好'],
    ['Отв: привет', 'Re: привет'],
    ['Fwd: Re: hello', 'Re: Fwd: hello'],
    ['WG: AW: hello', 'Re: WG: hello'],
    ['[dev] Re: hello', 'Re: [dev] hello'],
    ['[dev] hello', 'Re: [dev] hello'],
    ['Re: [dev] Re: hello', 'Re: [dev] hello'],
    ['Regarding: us', 'Re: Regarding: us'],
    ['Reply: Re', 'Re: Reply: Re'],
    ['Resume: attached', 'Re: Resume: attached'],
    ['10:30 Re: lunch', 'Re: 10:30 Re: lunch'],
    ['', 'Re:'],
    [null, 'Re:'],
    ['Re:', 'Re:'],
  ])('reply to %j', (subject, expected) => {
    expect(replySubject(subject)).toBe(expected);
    expect(replySubject(replySubject(subject))).toBe(expected);
  });

  it.each([
    ['hello', 'Fwd: hello'],
    ['Fwd: hello', 'Fwd: hello'],
    ['FW: Fwd: WG: TR: hello', 'Fwd: hello'],
    ['Re: hello', 'Fwd: Re: hello'],
    ['Re: Fwd: hello', 'Fwd: Re: hello'],
    ['转发：你好', 'Fwd: 你好'],
  ])('forward of %j', (subject, expected) => {
    expect(forwardSubject(subject)).toBe(expected);
    expect(forwardSubject(forwardSubject(subject))).toBe(expected);
  });

  it('stays within 998 characters and linear on hostile subjects', () => {
    for (const hostile of [
      'Re: '.repeat(250_000),
      '['.repeat(1_000_000),
      '[a] '.repeat(250_000),
      're'.repeat(500_000),
      ' '.repeat(1_000_000),
    ]) {
      expect(replySubject(hostile).length).toBeLessThanOrEqual(998);
      expect(forwardSubject(hostile).length).toBeLessThanOrEqual(998);
    }
  });
});

describe('recipients', () => {
  const own = ['agent@mail.example', 'alias@mail.example'];
  const original = {
    from: box('customer@example.com', 'Customer'),
    replyTo: [],
    to: [box('Agent+tok123@mail.example'), box('boss@example.com', 'Boss')],
    cc: [
      box('alias@mail.example'),
      box('team@example.com'),
      box('BOSS@example.com'),
      box('customer@example.com'),
    ],
  };

  it('a reply goes to the sender, or to Reply-To', () => {
    expect(replyRecipients(original, own)).toEqual([box('customer@example.com', 'Customer')]);
    const withReplyTo = {
      ...original,
      replyTo: [box('desk@example.com'), box('DESK@example.com'), box('second@example.com')],
    };
    expect(addresses(replyRecipients(withReplyTo, own))).toEqual(['desk@example.com', 'second@example.com']);
  });

  it('a reply to an own message goes to those it was sent to', () => {
    const sent = { ...original, from: box('agent@mail.example'), replyTo: [box('agent+tok@mail.example')] };
    expect(addresses(replyRecipients(sent, own))).toEqual(['boss@example.com']);
    expect(replyAllRecipients(sent, own)).toEqual({
      to: [box('boss@example.com', 'Boss')],
      cc: [box('team@example.com'), box('customer@example.com')],
    });
  });

  it('a reply to all leaves out own addresses, tokens and duplicates', () => {
    expect(replyAllRecipients(original, own)).toEqual({
      to: [box('customer@example.com', 'Customer'), box('boss@example.com', 'Boss')],
      cc: [box('team@example.com')],
    });
  });

  it('never answers Bcc recipients, even when the original carries them', () => {
    const withBcc = { ...original, bcc: [box('secret@example.com')] };
    const { to, cc } = replyAllRecipients(withBcc, own);
    expect(addresses([...to, ...cc])).not.toContain('secret@example.com');
    expect(addresses(replyRecipients(withBcc, own))).not.toContain('secret@example.com');
  });

  it('a message from oneself to oneself is answered to oneself', () => {
    const note = { from: box('agent@mail.example'), replyTo: [], to: [box('agent@mail.example')], cc: [] };
    expect(addresses(replyRecipients(note, own))).toEqual(['agent@mail.example']);
    expect(replyAllRecipients(note, own)).toEqual({ to: [box('agent@mail.example')], cc: [] });
  });

  it('a message without a sender has nobody to answer', () => {
    expect(replyRecipients({ from: null, replyTo: [], to: [], cc: [] }, own)).toEqual([]);
  });
});

describe('references', () => {
  it('continues the chain', () => {
    expect(replyReferences({ messageId: 'c@x', inReplyTo: '<b@x>', references: ['<a@x>', 'b@x'] })).toEqual({
      inReplyTo: '<c@x>',
      references: ['<a@x>', '<b@x>', '<c@x>'],
    });
  });

  it('takes In-Reply-To where there are no References', () => {
    expect(replyReferences({ messageId: '<b@x>', inReplyTo: '<a@x>', references: [] }).references).toEqual([
      '<a@x>',
      '<b@x>',
    ]);
  });

  it('keeps the first and the 19 most recent', () => {
    const references = Array.from({ length: 50 }, (_, index) => `<${index}@x>`);
    const kept = replyReferences({ messageId: '<last@x>', inReplyTo: null, references }).references;
    expect(kept).toHaveLength(20);
    expect(kept[0]).toBe('<0@x>');
    expect(kept.slice(-2)).toEqual(['<49@x>', '<last@x>']);
    expect(kept[1]).toBe('<32@x>');
  });

  it('drops what is no id, and puts the parent last', () => {
    const hostile = [
      '<a@x>',
      'b@x\r\nBcc: e@x',
      '<c d@x>',
      '',
      '<ü@x>',
      '<=?utf-8?Q?=0D=0AX-Evil:_1?=@x>',
      '<last@x>',
      `<${'l'.repeat(901)}@x>`,
    ];
    expect(
      replyReferences({ messageId: '<last@x>', inReplyTo: null, references: hostile }).references,
    ).toEqual(['<a@x>', '<last@x>']);
    expect(replyReferences({ messageId: null, inReplyTo: null, references: [] })).toEqual({
      inReplyTo: null,
      references: [],
    });
  });
});
