import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const DIMENSIONS = 16;
/** Groups of words that share a vector. All other words have none. */
const meanings = [
  'car automobile vehicle',
  'repair fix mend',
  'invoice bill',
  'lunch noon eat',
  'tomatoes garden',
];
const specials = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'];
const words = [...specials, ...meanings.flatMap((line) => line.split(' '))];

/** Writes a real model of a few kilobytes, in the layout of the Hub. It looks up vectors word by word. */
export async function writeTinyModel(folder: string): Promise<void> {
  const files: Record<string, string | Buffer> = {
    'onnx/model_quantized.onnx': onnxModel(),
    'config.json': JSON.stringify({
      model_type: 'bert',
      architectures: ['BertModel'],
      hidden_size: DIMENSIONS,
    }),
    'tokenizer_config.json': JSON.stringify({ tokenizer_class: 'BertTokenizer', model_max_length: 128 }),
    'tokenizer.json': JSON.stringify(tokenizer()),
  };
  await mkdir(join(folder, 'onnx'), { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
}

function tokenizer() {
  const token = (id: string) => ({ SpecialToken: { id, type_id: 0 } });
  const special = (id: string) => [id, { id, ids: [specials.indexOf(id)], tokens: [id] }];
  return {
    version: '1.0',
    added_tokens: specials.map((content, id) => ({ id, content, special: true })),
    normalizer: { type: 'BertNormalizer', lowercase: true },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [token('[CLS]'), { Sequence: { id: 'A', type_id: 0 } }, token('[SEP]')],
      pair: [],
      special_tokens: Object.fromEntries([special('[CLS]'), special('[SEP]')]),
    },
    decoder: { type: 'WordPiece' },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      vocab: Object.fromEntries(words.map((word, id) => [word, id])),
    },
  };
}

function vectorTable(): Buffer {
  const table = new Float32Array(words.length * DIMENSIONS);
  for (const [at, word] of words.entries()) {
    const meaning = meanings.findIndex((line) => line.split(' ').includes(word));
    if (meaning < 0) continue;
    for (let place = 0; place < DIMENSIONS; place += 1)
      table[at * DIMENSIONS + place] = Math.sin((meaning + 1) * (place + 1) * 1.7);
  }
  return Buffer.from(table.buffer);
}

/** A protobuf field. The numbers are in https://github.com/onnx/onnx/blob/main/onnx/onnx.proto. */
type Field = [number: number, value: number | string | Buffer];

function onnxModel(): Buffer {
  const [float, int64] = [1, 7];
  const table = proto([1, words.length], [1, DIMENSIONS], [2, float], [8, 'table'], [9, vectorTable()]);
  const lookUp = proto([1, 'table'], [1, 'input_ids'], [2, 'last_hidden_state'], [4, 'Gather']);
  const graph = proto(
    [1, lookUp],
    [2, 'tiny'],
    [5, table],
    ...['input_ids', 'attention_mask', 'token_type_ids'].map(
      (name): Field => [11, valueInfo(name, int64, [])],
    ),
    [12, valueInfo('last_hidden_state', float, [DIMENSIONS])],
  );
  return proto([1, 8], [7, graph], [8, proto([1, ''], [2, 13])]);
}

/** A tensor of `batch` times `words`, and these dimensions. */
function valueInfo(name: string, type: number, dimensions: number[]): Buffer {
  const shape = ['batch', 'words', ...dimensions].map(
    (size): Field => [1, typeof size === 'number' ? proto([1, size]) : proto([2, size])],
  );
  return proto([1, name], [2, proto([1, proto([1, type], [2, proto(...shape)])])]);
}

const proto = (...fields: Field[]): Buffer =>
  Buffer.concat(
    fields.flatMap(([number, value]) => {
      if (typeof value === 'number') return [varint(number << 3), varint(value)];
      const bytes = Buffer.from(value as string);
      return [varint((number << 3) | 2), varint(bytes.length), bytes];
    }),
  );

const varint = (value: number): Buffer =>
  value < 128 ? Buffer.of(value) : Buffer.concat([Buffer.of(128 | (value & 127)), varint(value >>> 7)]);
