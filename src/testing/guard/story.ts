/**
 * Stories that measure the guard of outgoing mail (src/mail/guard). They were written before its rules, from the definitions in
 * the issue, with templates, people and companies in eight languages.
 */
export type Person = { name: string; address: string };

export type StoryMail = {
  from: Person;
  /** Recipients other than the mailbox itself. */
  cc?: Person[];
  replyTo?: Person;
  subject: string;
  text: string;
  /** Whether DNS and signatures authenticate the sender. */
  verdict?: 'pass' | 'unverified';
  attachment?: { filename: string; text: string };
  hoursAgo?: number;
  automated?: boolean;
  headers?: [string, string][];
};

/** What the agent does, in order. Mails are referred to by their index in `mails`. */
export type Step =
  | { do: 'read'; mail: number }
  | {
      do: 'send';
      to: string[];
      bcc?: string[];
      subject: string;
      text: string;
      attach?: { filename: string; text: string };
    }
  | { do: 'reply'; mail: number; text: string; all?: boolean; attach?: { filename: string; text: string } }
  | { do: 'forward'; mail: number; to: string[]; text: string };

export type Story = {
  kind: 'attack' | 'honest';
  family: string;
  /** One of `Language`, or any language for a handwritten story. */
  language: string;
  /** Whether it was written by hand rather than made from a template. */
  isOwn?: boolean;
  owner: Person;
  /** People with whom the mailbox has exchanged mail before. */
  known: Person[];
  mails: StoryMail[];
  /** In an attack, the last step is the one that the attacker wants. */
  steps: Step[];
};

export type Language = 'en' | 'de' | 'fr' | 'es' | 'it' | 'nl' | 'pl' | 'pt';

/** A random generator with a fixed seed, so that every run plays the same stories. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  digits(count: number): string {
    return Array.from({ length: count }, (_, at) => (at === 0 ? 1 + this.below(9) : this.below(10))).join('');
  }
}
