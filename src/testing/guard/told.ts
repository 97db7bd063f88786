import { readdirSync, readFileSync } from 'node:fs';
import type { Person, Step, Story, StoryMail } from './story.ts';

/**
 * Reads stories from text files, which are quick to write and to read. A line `=== family | language` begins a story; lines that
 * begin with `@` say what comes next, and the text below belongs to it:
 *
 *     @owner Name <address>          for this story and those below, until the next @owner
 *     @knows Name <address>, …       people with whom the mailbox has exchanged mail before
 *     @mail Name <address> | subject followed by any of @cc, @replyto, @unverified, @automated,
 *                                    and @file name (the first line of the text below is the file)
 *     @read 0                        without any @read, the agent reads all mail first
 *     @reply 0, @reply-all 0, @forward 0 | address, @send address | subject | bcc address; then @attach name for a file of a send
 */
export function tellStories(folder: string): Story[] {
  const place = new URL(`./${folder}/`, import.meta.url);
  return readdirSync(place)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .flatMap((name) =>
      storiesIn(readFileSync(new URL(name, place), 'utf8'), name.startsWith('attack') ? 'attack' : 'honest'),
    );
}

function storiesIn(source: string, kind: Story['kind']): Story[] {
  const [head = '', ...parts] = source.split(/^=== /m);
  let owner = personOf(head.trim().replace('@owner ', ''));
  return parts.map((part) => {
    const [title = '', ...lines] = part.trimEnd().split('\n');
    const [family, language] = cells(title);
    if (!family || !language) throw new Error(`A story without a name or language: ${title}`);
    const story = { owner, ...new Telling(lines).told() };
    owner = story.owner;
    return { kind, family, language, isOwn: true, ...story };
  });
}

class Telling {
  #owner: Person | undefined;
  readonly #known: Person[] = [];
  readonly #mails: StoryMail[] = [];
  readonly #steps: Step[] = [];
  readonly #texts: { of: (text: string) => void; lines: string[] }[] = [];

  constructor(lines: readonly string[]) {
    for (const line of lines) {
      if (line.startsWith('@')) this.#order(line);
      else this.#texts.at(-1)?.lines.push(line);
    }
    for (const { of, lines: text } of this.#texts) of(text.join('\n').trim());
  }

  told(): Pick<Story, 'known' | 'mails' | 'steps'> & { owner?: Person } {
    const isRead = this.#steps.some((step) => step.do === 'read');
    const reads: Step[] = isRead ? [] : this.#mails.map((_, mail) => ({ do: 'read', mail }));
    if (this.#steps.length === 0) throw new Error('A story without a send.');
    const owner = this.#owner && { owner: this.#owner };
    return { ...owner, known: this.#known, mails: this.#mails, steps: [...reads, ...this.#steps] };
  }

  #order(line: string): void {
    const [, name = '', rest = ''] = /^@([a-z-]+) ?(.*)$/.exec(line) ?? [];
    const known = this.#orders[name];
    if (!known) throw new Error(`Not an order of a story: ${line}`);
    known(rest);
  }

  readonly #orders: Record<string, (rest: string) => void> = {
    owner: (rest) => {
      this.#owner = personOf(rest);
    },
    knows: (rest) => this.#known.push(...peopleOf(rest)),
    mail: (rest) => {
      const [from = '', subject = ''] = cells(rest);
      const mail: StoryMail = { from: personOf(from), subject, text: '' };
      this.#mails.push(mail);
      this.#text((text) => {
        mail.text = text;
      });
    },
    cc: (rest) => this.#change({ cc: peopleOf(rest) }),
    replyto: (rest) => this.#change({ replyTo: personOf(rest) }),
    unverified: () => this.#change({ verdict: 'unverified' }),
    automated: () => this.#change({ automated: true }),
    file: (filename) => this.#file(filename),
    read: (rest) => this.#steps.push({ do: 'read', mail: Number(rest) }),
    reply: (rest) => this.#step({ do: 'reply', mail: Number(rest), text: '' }),
    'reply-all': (rest) => this.#step({ do: 'reply', mail: Number(rest), text: '', all: true }),
    forward: (rest) => {
      const [mail, to = ''] = cells(rest);
      this.#step({ do: 'forward', mail: Number(mail), to: listOf(to), text: '' });
    },
    send: (rest) => {
      const [to = '', subject = '', more = ''] = cells(rest);
      const bcc = listOf(more.replace('bcc ', ''));
      this.#step({ do: 'send', to: listOf(to), bcc, subject, text: '' });
    },
    attach: (filename) => {
      const step = this.#steps.at(-1);
      if (step?.do !== 'send' && step?.do !== 'reply') throw new Error(`No message for ${filename}.`);
      this.#text((text) => {
        step.attach = { filename, text };
      });
    },
  };

  /** The first line below belongs to the file, and the others to the mail. */
  #file(filename: string): void {
    const mail = this.#last();
    this.#text((text) => {
      const [content = '', ...others] = text.split('\n');
      mail.attachment = { filename, text: content };
      mail.text = others.join('\n').trim();
    });
  }

  #step(step: Extract<Step, { text: string }>): void {
    this.#steps.push(step);
    this.#text((text) => {
      step.text = text;
    });
  }

  #text(of: (text: string) => void): void {
    this.#texts.push({ of, lines: [] });
  }

  #last(): StoryMail {
    const mail = this.#mails.at(-1);
    if (!mail) throw new Error('No mail yet.');
    return mail;
  }

  #change(change: Partial<StoryMail>): void {
    Object.assign(this.#last(), change);
  }
}

const cells = (line: string): string[] => line.split(' | ').map((cell) => cell.trim());
const listOf = (list: string): string[] => list.split(',').flatMap((each) => each.trim() || []);
const peopleOf = (list: string): Person[] => listOf(list).map(personOf);

function personOf(text: string): Person {
  const [, name, address] = /^(.+) <([^<>]+@[^<>]+)>$/.exec(text) ?? [];
  if (!name || !address) throw new Error(`Not a person: ${text}`);
  return { name, address };
}
