/**
 * A mailbox made from a seed: threads about orders, invoices, meetings and the like, and questions whose answers are
 * known because the generator wrote them. The same seed makes the same mail on every machine.
 */

export type GeneratedMail = {
  thread: number;
  from: { address: string; name: string };
  subject: string;
  text: string;
  /** Its age in days. */
  age: number;
  /** How it was read when it came; generated mail is harmless and English. */
  read?: { language: string | null; risk_flags: string[]; spam_score: number };
};

export type Judged = {
  q: string;
  /** The same without operators, for engines that have none. */
  words: string;
  style: 'words' | 'inflected' | 'operator' | 'paraphrase';
  /** By index in `mails`: 2 contains the answer, 1 is in the same thread. */
  relevant: Map<number, number>;
};

export type Collection = { mails: GeneratedMail[]; queries: Judged[] };

/** mulberry32: 32 bits of state are enough for mail. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const companies =
  'Acme Borealis Cobalt Delphi Eastgate Fairway Granite Helios Ironwood Juniper Kestrel Lumen Marlow Northwind Orchard Pinnacle Quarry Redwood Summit Tidewater Umbra Vantage Westbrook Yarrow Zephyr'.split(
    ' ',
  );
const people =
  'Ann Lee,Bruno Costa,Carla Weiss,Dmitri Volkov,Elena Rossi,Farid Haddad,Grace Okafor,Henrik Dahl,Ines Moreau,Jonas Berg,Keiko Mori,Liam Byrne'.split(
    ',',
  );
const products =
  'turbine,compressor,generator,scanner,microscope,conveyor,forklift,router,printer,projector,battery,sensor,valve,pump,antenna,telescope,centrifuge,furnace,elevator,boiler'.split(
    ',',
  );
const cities = 'Lisbon Oslo Geneva Dublin Vienna Prague Turin Porto Malmö Kraków'.split(' ');
const months = 'January February March April May June July August September October'.split(' ');

type Case = { company: string; person: string; product: string; city: string; month: string; number: number };

/** A topic of threads: the message with the fact, a reply, and later questions about it. */
type Topic = {
  subject(c: Case): string;
  fact(c: Case): string;
  answer(c: Case): string;
  asked: Record<Exclude<Judged['style'], 'operator'>, (c: Case) => string> & { operator(c: Case): string };
};

const topics: Topic[] = [
  {
    subject: (c) => `Invoice ${c.number} from ${c.company}`,
    fact: (c) =>
      `please find attached our invoice ${c.number} for the ${c.product} that was installed in ${c.city}. The amount is due at the end of ${c.month}.`,
    answer: (c) => `we have approved the payment for the ${c.product} and it will be booked this week.`,
    asked: {
      words: (c) => `invoice ${c.product} ${c.city}`,
      inflected: (c) => `invoices ${c.product}s installing ${c.city}`,
      operator: (c) => `from:${c.company.toLowerCase()}.example invoice ${c.product}`,
      paraphrase: (c) => `bill ${c.product} ${c.city}`,
    },
  },
  {
    subject: (c) => `Delivery of the ${c.product}`,
    fact: (c) =>
      `the ${c.product} for your site in ${c.city} leaves our warehouse in ${c.month}. The carrier will call before the delivery.`,
    answer: () => 'our gate is open from eight to four. Please tell the driver to use the north entrance.',
    asked: {
      words: (c) => `delivery ${c.product} ${c.company}`,
      inflected: (c) => `deliveries ${c.product} warehouses ${c.city}`,
      operator: (c) => `from:${c.company.toLowerCase()}.example delivery ${c.product}`,
      paraphrase: (c) => `shipment ${c.product} ${c.city}`,
    },
  },
  {
    subject: (c) => `Meeting in ${c.city}`,
    fact: (c) =>
      `can we meet in ${c.city} in ${c.month} to talk about the ${c.product}? ${c.person} will join from ${c.company}.`,
    answer: () => 'the second week suits us well. I have booked a room for twelve people.',
    asked: {
      words: (c) => `meeting ${c.city} ${c.product}`,
      inflected: (c) => `meetings ${c.city} ${c.product}s`,
      operator: (c) => `from:${c.company.toLowerCase()}.example meeting ${c.city}`,
      paraphrase: (c) => `appointment ${c.city} ${c.product}`,
    },
  },
  {
    subject: (c) => `${c.company}: repair of the ${c.product}`,
    fact: (c) =>
      `the ${c.product} in ${c.city} stopped again on Monday. Our engineer found a broken seal and ordered the part.`,
    answer: (c) => `thank you. Is the repair covered by the warranty that we agreed in ${c.month}?`,
    asked: {
      words: (c) => `broken seal ${c.product} ${c.city}`,
      inflected: (c) => `repaired ${c.product} ${c.city} engineers`,
      operator: (c) => `from:${c.company.toLowerCase()}.example repair ${c.product}`,
      paraphrase: (c) => `defect ${c.product} ${c.city}`,
    },
  },
  {
    subject: (c) => `Contract renewal ${c.company}`,
    fact: (c) =>
      `our maintenance contract for the ${c.product} ends in ${c.month}. We propose to renew it for two years at the same price.`,
    answer: (c) =>
      `${c.person} will look at the terms and come back to you before the board meets in ${c.city}.`,
    asked: {
      words: (c) => `contract ${c.product} ${c.company}`,
      inflected: (c) => `contracts renewing ${c.product} ${c.company}`,
      operator: (c) => `from:${c.company.toLowerCase()}.example contract ${c.product}`,
      paraphrase: (c) => `agreement ${c.product} ${c.company}`,
    },
  },
];

const small = [
  'thanks, noted.',
  'I will check with the team and come back to you.',
  'adding my colleague here, who knows more about it.',
  'any news on this one?',
  'perfect, that works for us.',
];

const newsletters = [
  'This week: five ways to write better invoices, and why every meeting needs an agenda.',
  'Our warehouse sale begins on Monday: every printer, scanner and router at half the price.',
  'Read how teams in Lisbon and Oslo renew their contracts without a single meeting.',
];

const pick = <T>(random: () => number, list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

/** At least `messages` mails, and `questions` questions about them. */
export function makeCollection(seed: number, messages: number, questions: number): Collection {
  const random = randomFrom(seed);
  const mails: GeneratedMail[] = [];
  const threads: { topic: Topic; of: Case; first: number; count: number }[] = [];
  for (let thread = 0; mails.length < messages; thread += 1) {
    if (random() < 0.15) {
      mails.push(newsletter(random, thread));
      continue;
    }
    const topic = pick(random, topics);
    const of = makeCase(random);
    const first = mails.length;
    mails.push(...makeThread(random, thread, topic, of));
    threads.push({ topic, of, first, count: mails.length - first });
  }
  const styles = ['words', 'inflected', 'operator', 'paraphrase'] as const;
  const queries = Array.from({ length: questions }, (_, index): Judged => {
    const { topic, of, first, count } = pick(random, threads);
    const style = styles[index % styles.length]!;
    const q = topic.asked[style](of);
    const relevant = new Map(Array.from({ length: count }, (_, nth) => [first + nth, nth === 0 ? 2 : 1]));
    return { q, words: q.replace(/from:(\w+)\.example/, '$1'), style, relevant };
  });
  return { mails, queries };
}

const makeCase = (random: () => number): Case => ({
  company: pick(random, companies),
  person: pick(random, people),
  product: pick(random, products),
  city: pick(random, cities),
  month: pick(random, months),
  number: 1_000 + Math.floor(random() * 9_000),
});

function makeThread(random: () => number, thread: number, topic: Topic, of: Case): GeneratedMail[] {
  const them = {
    address: `${of.person.split(' ')[0]!.toLowerCase()}@${of.company.toLowerCase()}.example`,
    name: of.person,
  };
  const us = { address: 'me@ours.example', name: 'Me' };
  const subject = topic.subject(of);
  const age = random() * 700 + 5;
  const texts = [topic.fact(of), topic.answer(of), ...small].slice(0, 1 + Math.floor(random() * 5));
  return texts.map((text, index) => ({
    thread,
    from: index % 2 === 0 ? them : us,
    subject: index === 0 ? subject : `Re: ${subject}`,
    text: `Hello,\n\n${text}\n\nBest regards\n${index % 2 === 0 ? of.person : 'Me'}`,
    age: age - index * 0.4,
  }));
}

const newsletter = (random: () => number, thread: number): GeneratedMail => ({
  thread,
  from: { address: 'news@weekly.example', name: 'Weekly' },
  subject: `Weekly news ${thread}`,
  text: `${pick(random, newsletters)}\n\nUnsubscribe at any time. Best regards, the team`,
  age: random() * 700,
});

/** Invented words, a few of which are frequent, as in any language (Zipf). */
export function randomMail(random: () => number, nth: number, of: number): GeneratedMail {
  const word = () => `w${Math.floor(5_000 ** random())}x`;
  const words = Array.from({ length: 80 }, word).join(' ');
  const rare = nth % 5_000 === 0 ? ' platypus' : '';
  const person = pick(random, people);
  const company = pick(random, companies).toLowerCase();
  return {
    thread: nth,
    from: { address: `${person.split(' ')[0]!.toLowerCase()}@${company}.example`, name: person },
    subject: `${word()} ${word()} ${nth % 100 === 0 ? 'audit' : ''}`.trim(),
    text: `Hello,\n\n${words}${rare}\n\nBest regards\n${person}`,
    age: 700 * (1 - nth / of),
  };
}
