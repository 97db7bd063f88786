import { defineCommand, readInput, textOf, UsageError } from '../command.ts';

/** `name=text`, `name:=JSON`; `-` reads a JSON object from the standard input. */
async function inputOf(fields: string[], stdin: NodeJS.ReadStream): Promise<Record<string, unknown>> {
  const input: Record<string, unknown> = {};
  for (const field of fields) {
    if (field === '-') {
      Object.assign(input, json(await readInput(stdin)));
      continue;
    }
    const [, name, isJson, value] = /^(\w+)(:?)=(.*)$/s.exec(field) ?? [];
    if (name === undefined) throw new UsageError(`${field} must have the form name=text or name:=JSON.`);
    input[name] = isJson ? json(value!) : value;
  }
  return input;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`This is not valid JSON: ${text.slice(0, 80)}`);
  }
}

/** The part of an answer that a path names: `data.0.id`. */
function partOf(answer: unknown, path: string): unknown {
  const part = path
    .split('.')
    .reduce<unknown>((node, name) => (node as Record<string, unknown>)?.[name], answer);
  if (part === undefined) throw new RangeError(`The response has no ${path}.`);
  return part;
}

const call = defineCommand({
  name: 'call',
  arguments: '<operation> [name=text] [name:=JSON] [-]',
  summary: 'Call any operation of the API, for example: call tenants.create slug=acme name=Acme',
  options: { get: { type: 'string' }, 'idempotency-key': { type: 'string' } },
  help: {
    get: 'print one part of the response, for example id or data.0.id',
    'idempotency-key': 'a repeated command with the same key has no further effect',
  },
  takes: [1, 100],
  async run({ client, output, positionals, values, stdin, signal }) {
    const [operation = '', ...fields] = positionals;
    const idempotencyKey = textOf(values, 'idempotency-key');
    const options = { signal, ...(idempotencyKey !== undefined && { idempotencyKey }) };
    const answer = await (await client()).call(operation, await inputOf(fields, stdin), options);
    if (answer instanceof Response) return output.bytes(new Uint8Array(await answer.arrayBuffer()));
    const path = textOf(values, 'get');
    const shown = path === undefined ? (answer ?? null) : partOf(answer, path);
    output.result(shown, typeof shown === 'string' ? shown : JSON.stringify(shown, null, 2));
  },
});

export const callCommands = [call];
