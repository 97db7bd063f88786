import { describe, expect, it } from 'vitest';
import { digestOf } from '../digest.ts';
import { amountsIn } from './amounts.ts';
import { holdsCode } from './codes.ts';
import { isIban, marksOf } from './marks.ts';
import { isMeetingRoom } from './meeting-rooms.ts';
import { introducedIn } from './names.ts';
import { decodedIn, fileText } from './outgoing-text.ts';
import { particularsOf, tellSomething } from './particulars.ts';
import { sharedPassage } from './passages.ts';
import { secretsIn } from './secrets.ts';
import { areTelling, valuesOf } from './values.ts';
import { shinglesOf, wordsOf } from './words.ts';

const contract =
  'The price is 48,200 euros for the first year, payable in four parts, and either side may end it with ninety days of notice.';
const shared = (text: string, source = contract, least = 80) => {
  const known = new Set(shinglesOf(wordsOf(source)));
  return sharedPassage(wordsOf(text), (shingle) => known.has(shingle), least);
};

describe('amounts', () => {
  it('are equal in every notation', () => {
    for (const text of ['€ 1,250.00', '1.250,00 EUR', '1 250 euros', 'EUR 1250', '1250 €'])
      expect([...amountsIn(`Pay ${text}, please.`)], text).toEqual(['1250']);
    expect([...amountsIn('$12.5 and 3,40 zł on 12.05.2026 at 10:30, phone 555 1234')]).toEqual([
      '12.50',
      '3.40',
    ]);
  });
});

describe('values', () => {
  const shared = (a: string, b: string) => {
    const others = valuesOf(b);
    return [...valuesOf(a)].filter((value) => others.has(value));
  };

  it('are equal with any punctuation, and exclude dates, years, times, links and addresses', () => {
    expect(shared('The fee is 48.200,00.', 'fee: 48200')).toEqual(['48200']);
    expect(shared('Badge KX-77-12.', 'badge (KX7712)')).toEqual(['kx7712']);
    const ordinary =
      'On 2026-01-02, 12.05.2026 or 12/05 at 10:30 in 2027: a1@b.example, https://c.example/a1';
    expect(shared(ordinary, ordinary).filter((value) => value !== '20260102')).toEqual([]);
  });

  it('identify their source if one is long or two agree', () => {
    expect(areTelling(['48200'])).toBe(true);
    expect(areTelling(['kx7712'])).toBe(true);
    expect(areTelling(['3f'])).toBe(false);
    expect(areTelling(['420', '317'])).toBe(true);
    expect(areTelling([])).toBe(false);
  });
});

describe('particulars', () => {
  const namesOf = (text: string, ...words: string[]) => {
    const { names } = particularsOf(text, wordsOf(text));
    return words.filter((each) => names.has(wordsOf(each)[0]!.hash));
  };

  it('are figures, and names within sentences except those of days and months', () => {
    const text = 'They live at 14 Sorrel Way, near St. Ives. Gesine moved on Sunday in März.\nTorsten?';
    const words = ['They', 'Sorrel', 'Way', 'Ives', 'Gesine', 'Sunday', 'März', 'Torsten'];
    expect(namesOf(text, ...words)).toEqual(['Sorrel', 'Way', 'Ives']);
    expect([...particularsOf(text, wordsOf(text)).values]).toEqual(['14']);
    expect(namesOf('https://a.example/w?k=Stokrotka&l=Mak', 'Stokrotka', 'Mak')).toEqual([
      'Stokrotka',
      'Mak',
    ]);
  });

  it('reveal something if there are two, or one long code', () => {
    expect(tellSomething([1, 2], [])).toBe(true);
    expect(tellSomething([1], ['14'])).toBe(true);
    expect(tellSomething([], ['kx7712'])).toBe(true);
    expect(tellSomething([1], [])).toBe(false);
    expect(tellSomething([], ['420'])).toBe(false);
  });
});

describe('shared passages', () => {
  it('are found within other text, with different case, punctuation and line breaks', () => {
    const text = `Hello,\n\nas promised:\n${contract.toUpperCase().replaceAll(', ', '\n- ')}\n\nBest`;
    const found = shared(text)!;
    expect(found.length).toBeGreaterThan(100);
    expect(text.slice(found.start, found.end)).toContain('PAYABLE IN FOUR PARTS');
  });

  it('count if lightly edited, but not if short or reworded', () => {
    expect(
      shared(contract.replace('payable', 'to be paid').replace('either side', 'each party')),
    ).not.toBeNull();
    expect(shared('The price is 48,200 euros for the first year.')).toBeNull();
    expect(
      shared('You pay a bit over forty-eight thousand in the beginning; leaving takes three months.'),
    ).toBeNull();
    expect(shared('')).toBeNull();
  });

  it('are found in scripts without spaces', () => {
    const text = '第一年的价格是四万八千二百欧元，分四次支付，任何一方都可以提前九十天通知终止合同。';
    expect(shared(`您好：${text}谢谢`, text, 30)).not.toBeNull();
  });
});

describe('codes', () => {
  it.each(['739104', '739-104', '7 3 9 1 0 4', '73 91 04', '401937', 'It is 7.3.9.1.0.4!'])(
    'are found in %s',
    (text) => {
      expect(holdsCode(`Here: ${text}`, '739104')).toBe(true);
    },
  );

  it.each(['1739104', '7391045', '73 910', 'Order 7391, 04 pieces of it'])('are not found in %s', (text) => {
    expect(holdsCode(`Here: ${text}`, '739104')).toBe(text.startsWith('Order'));
  });
});

describe('secrets', () => {
  const all = ['keys', 'cards', 'ibans'] as const;

  it.each([
    [`pmk_live_${'a1'.repeat(32)}`, 'an API key of this deployment'],
    ['AKIAIOSFODNN7EXAMPLE', 'an AWS access key'],
    ['-----BEGIN RSA PRIVATE KEY-----', 'a private key'],
    [`ghp_${'a'.repeat(36)}`, 'a GitHub token'],
    ['postgres://app:hunter2@db.example/main', 'a database address with a password'],
    ['4111 1111 1111 1111', 'the number of a payment card'],
    ['DE89 3704 0044 0532 0130 00', 'the number of a bank account (IBAN)'],
    [
      'legal winner, thank year wave sausage worth useful legal winner thank yellow',
      'the recovery phrase of a wallet',
    ],
  ])('%s is %s', (text, what) => {
    expect(secretsIn(`Here it is: ${text} thanks`, all)).toEqual([what]);
  });

  it('exclude lookalikes, and kinds that were not requested', () => {
    const text =
      'Order 4111 1111 1111 1112, IBAN DE88 3704 0044 0532 0130 00, parcel 00340434161094042557, sk-8';
    expect(secretsIn(text, all)).toEqual([]);
    expect(secretsIn('DE89 3704 0044 0532 0130 00', ['keys', 'cards'])).toEqual([]);
    expect(isIban('GB82WEST12345698765432')).toBe(true);
  });
});

describe('names', () => {
  it("introduce an address that repeats them, in the author's own words", () => {
    const text =
      'Meet Ann Keller (ann@x.example), Lake House: info@lakehouse.example. office@y.example\n> Bo Orr bo@z.example';
    expect([...introducedIn(text)].map(([address, parts]) => [address, ...parts])).toEqual([
      ['ann@x.example', 'ann'],
      ['info@lakehouse.example', 'lakehouse'],
    ]);
  });

  it('are not needed for a video meeting room, which is recognised by its format', () => {
    expect(isMeetingRoom('https://us02web.zoom.us/j/81234567890?pwd=x')).toBe(true);
    for (const link of [
      'https://zoom.us/signin',
      'https://zoom.us.evil.example/j/81234567890',
      'http://meet.jit.si/a',
    ])
      expect(isMeetingRoom(link)).toBe(false);
  });
});

describe('marks', () => {
  it('are addresses, including disguised ones, links and accounts', () => {
    const marks = marksOf(
      'Write to Eve (at) evil [dot] example or <Bob@B.example>. https://a.shop.example/x?y=1, DE89370400440532013000',
    );
    expect([...marks.addresses]).toEqual(['eve@evil.example', 'bob@b.example']);
    expect([...marks.linkDomains]).toEqual(['shop.example']);
    expect([...marks.accounts]).toEqual(['DE89370400440532013000']);
  });

  it('include links without a scheme, and accounts in other spellings', () => {
    const marks = marksOf(
      'See a.shop.example/x, not 1.5/day or me@b.example/c. DE89.3704.0044.0532.0130.00 now; NL91 ABNA 0417 1643 00 EWA',
    );
    expect([...marks.linkDomains]).toEqual(['shop.example']);
    expect([...marks.accounts]).toEqual(['DE89370400440532013000', 'NL91ABNA0417164300']);
  });

  it('include domains without a path if their ending exists, and accounts in any spelling', () => {
    const marks = marksOf('Log in at shop-login.example. The end.Then: see notes.txt, 04-00-72 / 3391 8820');
    expect([...marks.linkDomains]).toEqual(['shop-login.example']);
    expect([...marks.accounts]).toEqual(['04007233918820']);
  });

  it('are found quickly even in hostile text', () => {
    for (const text of [
      '@'.repeat(50_000),
      'a@'.repeat(50_000),
      'a.'.repeat(50_000),
      'http://'.repeat(20_000),
      'DE12 '.repeat(20_000),
      '1 '.repeat(50_000),
      'A1.'.repeat(50_000),
      'Aa-'.repeat(50_000),
      'x'.repeat(400_000),
      '1,'.repeat(200_000),
      '12-34-56 '.repeat(50_000),
      '"“'.repeat(100_000),
      'Ab. '.repeat(100_000),
      `${'"'.repeat(200_000)}A`,
    ]) {
      expect(() => [
        marksOf(text),
        secretsIn(text, ['keys', 'cards', 'ibans']),
        holdsCode(text, '123456'),
        introducedIn(text),
        valuesOf(text),
        particularsOf(text, wordsOf(text)),
        digestOf({ text, html: null, files: null, steering: [] }),
      ]).not.toThrow();
    }
  });
});

it('Base64 and text files are read', () => {
  expect(decodedIn(`see ${Buffer.from(contract).toString('base64')}`)).toEqual([contract]);
  expect(fileText(Buffer.from(contract))).toBe(contract);
  expect(fileText(Buffer.from([0xff, 0xfe, 0, 1]))).toBe('');
});
