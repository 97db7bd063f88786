import { describe, expect, it } from 'vitest';
import { extractReply } from './quoted-reply.ts';

describe('extractReply', () => {
  it.each([
    ['nothing quoted', 'Hello\n\nworld', 'Hello\n\nworld'],
    ['answer above', 'Yes.\n\nOn Mon, Jul 1, 2025, A <a@b.example> wrote:\n> Really?', 'Yes.'],
    ['answer below', '> Really?\n\nYes.', 'Yes.'],
    ['French', 'Oui.\n\nLe lun. 30 juin 2025 à 09:00, A <a@b.example> a écrit :\n> Vraiment ?', 'Oui.'],
    [
      'a header broken over two lines',
      'Yes.\n\nOn Mon, Jul 1, 2025 at 9:00 AM A\n<a@b.example> wrote:\n> Q',
      'Yes.',
    ],
    ['RFC 3676 signature', 'Yes.\n-- \nAda', 'Yes.'],
    ['phone signature', 'Yes.\n\nSent from my iPhone', 'Yes.'],
    ['a greeting is no signature', 'Yes.\n\nBest regards,\nAda', 'Yes.\n\nBest regards,\nAda'],
    ['rules are no signature', 'One\n---\nTwo\n____\nThree', 'One\n---\nTwo\n____\nThree'],
    ['a rule in a reply', 'One\n---\nTwo\n\nOn Mon, A <a@b.example> wrote:\n> Q', 'One\n---\nTwo'],
    ['nothing but a quote', '> only this', '> only this'],
    ['the word wrote', 'She wrote: come at once.\n\nSo I came.', 'She wrote: come at once.\n\nSo I came.'],
    ['a long signature mark is text', `-- \n${'line\n'.repeat(30)}`, `-- \n${'line\n'.repeat(30)}`.trim()],
  ])('%s', (_name, text, expected) => {
    expect(extractReply(text)).toBe(expected);
  });

  it.each([
    [
      'Outlook, with its rule',
      'Yes, do it.\n\n________________________________\nFrom: Bob Smith <bob@x.example>\nSent: Monday, July 1, 2025 9:00 AM\nTo: Ada <ada@y.example>\nSubject: Question\n\nShall I do it?\n\nBest regards,\nBob\n',
      'Yes, do it.',
    ],
    [
      'Outlook, the quote with a closing of its own',
      'Yes, do it.\n\nFrom: Bob Smith <bob@x.example>\nSent: Monday, July 1, 2025 9:00 AM\nTo: Ada <ada@y.example>\nSubject: Question\n\nShall I do it?\n\nBest wishes,\nBob\n',
      'Yes, do it.',
    ],
    [
      'Outlook within a company',
      'Yes, do it.\n\nFrom: Smith, Bob\nSent: Monday, July 1, 2025 9:00 AM\nTo: Doe, Ada\nSubject: Question\n\nShall I do it?\n',
      'Yes, do it.',
    ],
    [
      'Outlook, original message',
      'Yes, do it.\n\n-----Original Message-----\nFrom: Bob Smith <bob@x.example>\nSent: Monday\n\nShall I do it?\n',
      'Yes, do it.',
    ],
    [
      'Gmail',
      'Yes, do it.\n\nOn Mon, Jul 1, 2025 at 9:00 AM Bob Smith <bob@x.example> wrote:\n\n> Shall I do it?\n>\n> Bob\n',
      'Yes, do it.',
    ],
    [
      'Gmail, over three lines',
      'Yes, do it.\n\nOn Mon, Jul 1, 2025 at 9:00 AM Bob Smith of the Long Company\n<bob.smith.of.long@x.example>\nwrote:\n\n> Shall I do it?\n',
      'Yes, do it.',
    ],
    [
      'iPhone',
      'Yes, do it.\n\nSent from my iPhone\n\n> On Jul 1, 2025, at 9:00 AM, Bob <bob@x.example> wrote:\n> \n> Shall I do it?\n',
      'Yes, do it.',
    ],
    [
      'Thunderbird, answers between',
      'Am 01.07.25 um 09:00 schrieb Bob Smith:\n> Soll ich?\n\nJa.\n\n> Wann?\nMorgen.\n',
      'Ja.\nMorgen.',
    ],
    [
      'Gmail in German',
      'Ja.\n\nAm Mo., 1. Juli 2025 um 09:00 Uhr schrieb Bob Smith <bob@x.example>:\n\n> Soll ich?\n',
      'Ja.',
    ],
    [
      'Outlook in German',
      'Ja.\n\nVon: Bob Smith <bob@x.example>\nGesendet: Montag, 1. Juli 2025 09:00\nAn: Ada\nBetreff: Frage\n\nSoll ich?\n',
      'Ja.',
    ],
    [
      'Proton',
      'Yes.\n\nSent with Proton Mail secure email.\n\nOn Monday, July 1st, 2025 at 9:00 AM, Bob <bob@x.example> wrote:\n\n> Shall I?\n',
      'Yes.\n\nSent with Proton Mail secure email.',
    ],
    [
      'Yahoo, indented',
      'Yes.\n    On Monday, July 1, 2025 at 09:00:00 AM GMT+2, Bob <bob@x.example> wrote:  \n \n Shall I do it?\n',
      'Yes.',
    ],
    [
      'Spanish',
      'Sí.\n\nEl lun, 1 jul 2025 a las 9:00, Bob (<bob@x.example>) escribió:\n\n> ¿Lo hago?\n',
      'Sí.',
    ],
    ['Polish', 'Tak.\n\npon., 1 lip 2025 o 09:00 Bob <bob@x.example> napisał(a):\n\n> Czy?\n', 'Tak.'],
    ['Russian', 'Да.\n\nпн, 1 июл. 2025 г. в 09:00, Bob <bob@x.example>:\n\n> Делать?\n', 'Да.'],
    ['Japanese', 'はい。\n\n2025年7月1日(火) 9:00 Bob <bob@x.example>:\n\n> いいですか\n', 'はい。'],
    ['Chinese', '好。\n\nBob <bob@x.example> 于2025年7月1日周二 09:00写道：\n\n> 好吗\n', '好。'],
    ['Dutch', 'Ja.\n\nOp ma 1 jul 2025 om 09:00 schreef Bob <bob@x.example>:\n\n> Doen?\n', 'Ja.'],
    ['Swedish', 'Ja.\n\nDen mån 1 juli 2025 kl 09:00 skrev Bob <bob@x.example>:\n\n> Ska jag?\n', 'Ja.'],
    ['Danish', 'Ja.\n\nman. 1. jul. 2025 kl. 09.00 skrev Bob <bob@x.example>:\n\n> Skal jeg?\n', 'Ja.'],
    [
      'Portuguese',
      'Sim.\n\nEm seg., 1 de jul. de 2025 às 09:00, Bob <bob@x.example> escreveu:\n\n> Faço?\n',
      'Sim.',
    ],
    [
      'Italian',
      'Sì.\n\nIl giorno lun 1 lug 2025 alle ore 09:00 Bob <bob@x.example> ha scritto:\n\n> Lo faccio?\n',
      'Sì.',
    ],
    [
      'Turkish',
      'Evet.\n\nBob <bob@x.example>, 1 Tem 2025 Sal, 09:00 tarihinde şunu yazdı:\n\n> Yapayım mı?\n',
      'Evet.',
    ],
    [
      'an unmarked quote with a closing of its own',
      'Yes.\n\nOn Mon, Jul 1, 2025 at 9:00 AM Bob <bob@x.example> wrote:\n\nShall I do it?\nBest wishes,\nBob\n',
      'Yes.',
    ],
  ])('knows the quotes of mail programs: %s', (_name, text, expected) => {
    expect(extractReply(text)).toBe(expected);
  });

  it.each([
    ['a list after an address', 'Please invite, 2026 as before, Ann <ann@x.example>:\n\n- Bob\n- Carl'],
    ['a contact form', 'New message\n\nFrom: Jane <jane@x.example>\nSubject: Hi\n\nI would like to order.'],
    ['a journey', 'Your trip\n\nFrom: Berlin [BER]\nTo: Paris [CDG]\n\nHave a good flight.'],
    [
      'prose that ends with a colon',
      'I asked.\n\nThen Ann <ann@x.example> wrote to me at 10:00:\n\nAll is well.',
    ],
    ['what somebody wrote, told', 'Hi.\n\nOn Monday Bob wrote the following about 2026:\n\n- all is well'],
    ['the same in German', 'Hallo.\n\nAm Montag schrieb ich Folgendes:\n\n- alles gut'],
    ['a point of a list', 'The order:\n\n- Original message\n- Answer'],
    ['patterns of replacement', "On $& and $' and $` and $1 dollars wrote:\nThat is all.\n\nBye"],
  ])('leaves whole what quotes nothing: %s', (_name, text) => {
    expect(extractReply(text)).toBe(text);
  });

  it('takes out an attribution in any language above marked lines, not the answer above it', () => {
    const text = 'On Monday we go.\nBob <bob@x.example>, 2026:\n> When do we go?';
    expect(extractReply(text)).toBe('On Monday we go.');
  });

  it('keeps every answer between quotes, in order', () => {
    const answers = Array.from({ length: 20 }, (_, i) => `Answer ${i}.`);
    const text = answers.map((answer, i) => `> Question ${i}\n> in two lines?\n\n${answer}\n`).join('\n');
    expect(extractReply(text).match(/Answer \d+\./g)).toEqual(answers);
    expect(extractReply(text)).not.toContain('Question');
  });

  it('takes out marked lines of a long text', () => {
    const text = `Top\n${'> quoted\n'.repeat(20_000)}Bottom`;
    expect(extractReply(text)).toBe('Top\nBottom');
  });
});
