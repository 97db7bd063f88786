import { sharedBytes } from './bytes.ts';
import type { Flag } from './message.ts';

/** The form of the file; a reader of another form does not read it. */
const FORMAT = 3;
const MAGIC = 'PMRW';

/** How the weights were trained and how they are used. */
export type WeightsHeader = {
  /** Of the trainer; goes up whenever it or the features change. */
  trainer: string;
  /** SHA-256 of the training writers' files, and their number. */
  corpora: string;
  writers: number;
  messages: number;
  settings: Record<string, number>;
  heads: string[];
  messageBits: number;
  passageBits: number;
  /** Probabilities from which on a flag is raised. */
  thresholds: Record<Flag | 'spam', number>;
  /** How passages' scores become probabilities: [slope, constant]. */
  passage: [number, number];
};

export type Weights = {
  header: WeightsHeader;
  /** Pairs of hashes: a name and a domain that it belongs to. */
  brands: Uint32Array;
  letterPairs: Float32Array;
  /** One row for each head. */
  stageTwo: Float32Array;
  /** Weights of a message's sense for each head, and of a passage's sense for each head of passages. */
  sense: Float32Array;
  passageSense: Float32Array;
  /** The largest weight of each head, and then of each head of passages. */
  scales: Float32Array;
  message: Int8Array;
  passage: Int8Array;
};

/** Steps on each side of zero. */
export const STEPS = 127;
/** The share of the largest weight that a step stands for. */
export const widthOf = (step: number): number => (Math.sign(step) * step * step) / (STEPS * STEPS);
/** The same of every byte: `widths[byte + 128]`. */
export const widths = Float32Array.from({ length: 256 }, (_, at) => widthOf(at - 128));

type Section = Exclude<keyof Weights, 'header'>;
const sections = [
  'brands',
  'letterPairs',
  'stageTwo',
  'sense',
  'passageSense',
  'scales',
  'message',
  'passage',
] as const satisfies readonly Section[];
const ALIGN = 8;

/** The file: magic, form, length of the header, header as JSON, lengths of the sections in it, then the sections. */
export function encodeWeights(weights: Weights): Uint8Array<ArrayBuffer> {
  const lengths = Object.fromEntries(sections.map((name) => [name, weights[name].byteLength]));
  const json = new TextEncoder().encode(JSON.stringify({ ...weights.header, lengths }));
  const start = aligned(12 + json.length);
  const total = sections.reduce((sum, name) => sum + aligned(weights[name].byteLength), start);
  const bytes = new Uint8Array(total);
  bytes.set(new TextEncoder().encode(MAGIC));
  new DataView(bytes.buffer).setUint32(4, FORMAT, true);
  new DataView(bytes.buffer).setUint32(8, json.length, true);
  bytes.set(json, 12);
  let at = start;
  for (const name of sections) {
    const { buffer, byteOffset, byteLength } = weights[name];
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += aligned(byteLength);
  }
  return bytes;
}

const aligned = (length: number): number => Math.ceil(length / ALIGN) * ALIGN;

/** @throws when the bytes are no weights of this form. */
export function decodeWeights(bytes: Uint8Array): Weights {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (new TextDecoder().decode(bytes.slice(0, 4)) !== MAGIC || view.getUint32(4, true) !== FORMAT)
    throw new Error('not weights of the reader in a form that it reads');
  const length = view.getUint32(8, true);
  const { lengths, ...header } = JSON.parse(new TextDecoder().decode(bytes.slice(12, 12 + length)));
  let at = aligned(12 + length);
  const next = (name: Section): [ArrayBufferLike, number, number] => {
    const place = bytes.byteOffset + at;
    at += aligned(lengths[name]);
    return [bytes.buffer, place, lengths[name]];
  };
  const words = ([buffer, place, size]: [ArrayBufferLike, number, number]): [
    ArrayBufferLike,
    number,
    number,
  ] => [buffer, place, size / 4];
  return {
    header,
    brands: new Uint32Array(...words(next('brands'))),
    letterPairs: new Float32Array(...words(next('letterPairs'))),
    stageTwo: new Float32Array(...words(next('stageTwo'))),
    sense: new Float32Array(...words(next('sense'))),
    passageSense: new Float32Array(...words(next('passageSense'))),
    scales: new Float32Array(...words(next('scales'))),
    message: new Int8Array(...next('message')),
    passage: new Int8Array(...next('passage')),
  };
}

export const weightsFile = new URL('./reader.weights', import.meta.url);

let loaded: Weights | undefined;

/** The weights in the repository, read once in each thread. */
export function loadWeights(): Weights {
  loaded ??= decodeWeights(sharedBytes(weightsFile));
  return loaded;
}
