import { type Vector, VectorBuilder } from '../learned/input/vector.ts';
import { conceptsAlone, conceptsIn, loadConcepts } from '../learned/text/concepts.ts';
import { hashOf, hashRange, mix, type Words, wordsOf } from '../learned/text/ngrams.ts';
import { type CodeCandidate, core, type Line } from './code-candidates.ts';
import type { LinkCandidate } from './link-candidates.ts';

/** Buckets of the weights of codes and of links. */
export const BITS = 18;

/** Hashes of the words of a text, and the concepts that they stand for in whatever language. */
type Said = { words: Int32Array; concepts: Int32Array };

const nothing: Said = { words: new Int32Array(), concepts: new Int32Array() };

function said(text: string): Said {
  if (text.trim() === '') return nothing;
  const words = wordsOf(text);
  return {
    words: withBeginnings(words),
    concepts: conceptsAlone(conceptsIn(words, loadConcepts())),
  };
}

const BEGINNING = 4;

/** The words, then the first letters of the longer ones: inflected forms share them. */
function withBeginnings({ text, starts, ends, hashes }: Words): Int32Array {
  const all = new Int32Array(hashes.length * 2);
  all.set(hashes);
  let length = hashes.length;
  for (let at = 0; at < starts.length; at++) {
    const start = starts[at]!;
    if (ends[at]! - start > BEGINNING) all[length++] = mix(7, hashRange(text, start, start + BEGINNING));
  }
  return all.subarray(0, length);
}

/** Characters beside a candidate that are read, and of the message as a whole. */
const NEAR = 48;
const FAR = 140;
const MESSAGE = 1_500;

const bucket = (count: number): number => (count < 4 ? count : count < 8 ? 4 : count < 16 ? 5 : 6);

/** What all candidates of a message share, and what each has of its own. */
export type CandidateVectors = { shared: Vector; own: Vector[] };

const none: CandidateVectors = {
  shared: { indices: new Int32Array(), values: new Float32Array(), length: 0 },
  own: [],
};

/** Turns the candidates of one message into vectors. One for each thread: it keeps what it works with. */
export class Features {
  readonly #builder = new VectorBuilder(BITS);

  codes(lines: readonly Line[], candidates: readonly CodeCandidate[]): CandidateVectors {
    if (candidates.length === 0) return none;
    const body = lines.slice(1).map(({ text }) => text);
    const shared = this.#shared(lines[0]!.text, body.join('\n'), 1.3);
    const counts = new Map<string, number>();
    for (const { raw } of candidates) counts.set(core(raw), (counts.get(core(raw)) ?? 0) + 1);
    const lineSaid = lines.map((): Said | undefined => undefined);
    const ofLine = (at: number): Said => {
      if (at < 1 || at >= lines.length) return nothing;
      lineSaid[at] ??= said(lines[at]!.text.slice(0, 200));
      return lineSaid[at]!;
    };
    const own = candidates.map((candidate) => {
      this.#builder.begin();
      this.#codeForm(candidate, lines, { total: candidates.length, same: counts.get(core(candidate.raw))! });
      const { text } = lines[candidate.line]!;
      const before = text.slice(Math.max(0, candidate.start - FAR), candidate.start);
      const after = text.slice(candidate.end, candidate.end + FAR);
      this.#side('b', before.slice(-NEAR), before.slice(0, -NEAR), 1);
      this.#side('a', after.slice(0, NEAR), after.slice(NEAR), 0.8);
      this.#nextTo(before, after);
      this.#group('u', ofLine(previous(lines, candidate.line)), 0.8);
      this.#group('d', ofLine(following(lines, candidate.line)), 0.5);
      return this.#builder.copy();
    });
    return { shared, own };
  }

  links(subject: string, text: string, candidates: readonly LinkCandidate[]): CandidateVectors {
    if (candidates.length === 0) return none;
    const shared = this.#shared(subject, text, 0.8);
    const own = candidates.map((candidate, at) => {
      this.#builder.begin();
      this.#linkForm(candidate, at, candidates.length);
      this.#group('n', said(candidate.name.slice(-200)), 1);
      this.#group('c', said(candidate.before.slice(-200)), 0.7);
      this.#group('p', said(candidate.path), 1);
      return this.#builder.copy();
    });
    return { shared, own };
  }

  #shared(subject: string, text: string, weight: number): Vector {
    this.#builder.begin();
    this.#group('s', said(subject), 0.8);
    this.#group('m', said(text.slice(0, MESSAGE)), weight);
    return this.#builder.copy();
  }

  #tag(name: string): void {
    this.#builder.add(hashOf(name, 1));
  }

  #group(place: string, { words, concepts }: Said, weight: number): void {
    this.#builder.addAll(words, hashOf(place, 2));
    this.#builder.end(weight * 0.7);
    this.#builder.addAll(concepts, hashOf(place, 3));
    this.#builder.end(weight);
  }

  #side(place: string, near: string, far: string, weight: number): void {
    this.#group(place, said(near), weight);
    this.#group(`${place}f`, said(far), weight * 0.5);
  }

  /** The words and marks right beside it. */
  #nextTo(before: string, after: string): void {
    const left = wordsOf(before.slice(-40));
    const right = wordsOf(after.slice(0, 40));
    const l = left.hashes.slice(-3).reverse();
    for (const [distance, hash] of l.entries()) this.#builder.add(mix(100 + distance, hash));
    for (const [distance, hash] of right.hashes.slice(0, 2).entries())
      this.#builder.add(mix(200 + distance, hash));
    const concepts = conceptsIn(left, loadConcepts());
    if (concepts.length > 0) this.#builder.add(mix(300, concepts.at(-1)!));
    if (concepts.length > 1) this.#builder.add(mix(mix(301, concepts.at(-1)!), concepts.at(-2)!));
    if (l.length > 1) this.#builder.add(mix(mix(302, l[0]!), l[1]!));
    const r = conceptsIn(right, loadConcepts());
    if (r.length > 0) this.#builder.add(mix(303, r[0]!));
    this.#builder.end(1.2);
    this.#tag(`l ${before.trimEnd().slice(-1)}`);
    this.#tag(`r ${after.trimStart().slice(0, 1)}`);
    this.#tag(`lr ${before.slice(-1)}${after.slice(0, 1)}`);
    this.#builder.end(0.4, true);
  }

  #codeForm(
    { raw, line, start, end }: CodeCandidate,
    lines: readonly Line[],
    { total, same }: { total: number; same: number },
  ): void {
    const plain = core(raw);
    const { text, isQuoted } = lines[line]!;
    const isAlone = core(text) === plain;
    const letters = /\p{L}/u.test(plain);
    const shape = `${letters ? (/\p{Ll}/u.test(plain) ? 'x' : 'X') : ''}${/\d/.test(plain) ? '9' : ''}`;
    this.#tag(`length ${plain.length} ${shape}`);
    this.#tag(`shape ${raw.replace(/\p{L}/gu, 'X').replace(/\d/g, '9')}`);
    this.#tag(`separated ${/[ -]/.exec(raw)?.[0] ?? ''} ${shape}`);
    this.#tag(`alone ${isAlone} ${shape}`);
    this.#tag(`year ${/^(?:19|20)\d\d$/.test(raw)}`);
    this.#tag(`line ${line === 0 ? 's' : bucket(line)}`);
    this.#tag(`ends ${end >= text.trimEnd().replace(/[.!?]$/, '').length} begins ${start === 0}`);
    this.#tag(`quoted ${isQuoted}`);
    this.#tag(`total ${bucket(total)}`);
    this.#tag(`same ${bucket(same)}`);
    this.#tag(
      `within ${/[\p{L}\p{Nd}][-./_]$/u.test(text.slice(0, start))} ${/^[-./_:,][\p{L}\p{Nd}]/u.test(text.slice(end))}`,
    );
    this.#tag(`beside ${/\d[ ,.]$/.test(text.slice(0, start))} ${/^[ ,.]\d/.test(text.slice(end))}`);
    this.#tag(`money ${/\p{Sc} ?$/u.test(text.slice(0, start))} ${/^ ?[\p{Sc}%]/u.test(text.slice(end))}`);
    this.#tag('bias');
    this.#builder.end(0.5, true);
  }

  #linkForm({ url, parts, occurrences, isHtml, domain }: LinkCandidate, at: number, total: number): void {
    this.#tag('bias');
    this.#tag(`html ${isHtml}`);
    this.#tag(`at ${bucket(at)} of ${bucket(total)}`);
    this.#tag(`total ${bucket(total)}`);
    this.#tag(`first ${at === 0} last ${at === total - 1}`);
    this.#tag(`times ${bucket(occurrences)}`);
    this.#tag(`depth ${bucket(url.pathname.split('/').length)}`);
    this.#tag(`parameters ${bucket(parts.names.length)}`);
    this.#tag(`secret ${parts.secret}`);
    this.#tag(`root ${url.pathname.length <= 1 && url.search === ''}`);
    this.#tag(`domain ${domain}`);
    this.#tag(`secret ${parts.secret} ${domain}`);
    for (const name of parts.names) this.#tag(`name ${name}`);
    this.#builder.end(0.5, true);
  }
}

const previous = (lines: readonly Line[], from: number): number => {
  for (let at = from - 1; at >= 1 && at >= from - 3; at--) if (lines[at]!.text.trim() !== '') return at;
  return -1;
};

const following = (lines: readonly Line[], from: number): number => {
  for (let at = from + 1; at < lines.length && at <= from + 3; at++)
    if (lines[at]!.text.trim() !== '') return at;
  return -1;
};
