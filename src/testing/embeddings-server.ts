import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type EmbeddingsServer = {
  url: string;
  /** The requests: their model, texts and authorization. */
  requests: { model: string; input: string[]; authorization: string | undefined }[];
  /** Returns the status with which a request with these texts fails, or null. */
  fail: (input: readonly string[]) => number | null;
  /** The dimensions of its vectors, at most 256. */
  dimensions: number;
  close(): Promise<void>;
};

const DIMENSIONS = 256;

/** Groups of synonyms. */
const synonyms = [
  'invoice bill receipt',
  'delivery shipment consignment',
  'meeting appointment',
  'repair fix mend',
  'broken defect faulty',
  'contract agreement',
  'car automobile vehicle',
].map((words) => words.split(' '));

const meaningOf = (word: string): string => synonyms.find((words) => words.includes(word))?.[0] ?? word;

/** The vector of a text: a bag of hashed words, in which synonyms have the same hash. */
export function embeddingOf(text: string): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    let hash = 2_166_136_261;
    for (const character of meaningOf(word)) hash = Math.imul(hash ^ character.codePointAt(0)!, 16_777_619);
    // Every word has a random vector in all dimensions, so that signs distinguish words.
    for (let place = 0; place < DIMENSIONS; place += 1) {
      hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_519) + place;
      vector[place]! += (hash & 1024) === 0 ? 1 : -1;
    }
  }
  return vector;
}

/** A small OpenAI-compatible embeddings API on loopback. */
export async function startEmbeddingsServer(): Promise<EmbeddingsServer> {
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { model, input } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
      model: string;
      input: string[];
    };
    fake.requests.push({ model, input, authorization: incoming.headers.authorization });
    const status = fake.fail(input);
    response.statusCode = status ?? 200;
    response.setHeader('content-type', 'application/json');
    const data = input.map((text, index) => ({
      object: 'embedding',
      index,
      embedding: embeddingOf(text).slice(0, fake.dimensions),
    }));
    const usage = { prompt_tokens: 1, total_tokens: 1 };
    response.end(
      JSON.stringify(status === null ? { object: 'list', model, data, usage } : { error: { message: 'no' } }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fake: EmbeddingsServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: [],
    fail: () => null,
    dimensions: DIMENSIONS,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return fake;
}
