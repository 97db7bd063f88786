/** Prints for people, or JSON for programs. Text from mail cannot move the cursor or set colours. */

export type Output = {
  isJson: boolean;
  /** The result of the command: the value as JSON, or the text for people. */
  result(value: unknown, text: string): void;
  /** One of many results: a line of JSON, or the text. */
  item(value: unknown, text: string): void;
  /** Raw bytes for another program. A terminal gets them as safe text. */
  bytes(content: Uint8Array): void;
  /** For people, on the standard error. */
  note(text: string): void;
  bold(text: string): string;
  faint(text: string): string;
};

type Stream = { write(text: string | Uint8Array): unknown; isTTY?: boolean };

export function createOutput(
  { stdout, stderr }: { stdout: Stream; stderr: Stream },
  { isJson, env }: { isJson: boolean; env: NodeJS.ProcessEnv },
): Output {
  // https://no-color.org: any value that is not empty.
  const hasColour = stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb' && !isJson;
  const styled = (code: number) => (text: string) => (hasColour ? `\u001b[${code}m${text}\u001b[0m` : text);
  return {
    isJson,
    result: (value, text) => {
      stdout.write(isJson ? `${JSON.stringify(value, null, 2)}\n` : lineEnd(text));
    },
    item: (value, text) => {
      stdout.write(isJson ? `${JSON.stringify(value)}\n` : lineEnd(text));
    },
    bytes: (content) => {
      stdout.write(stdout.isTTY ? safe(new TextDecoder().decode(content)) : content);
    },
    note: (text) => {
      stderr.write(lineEnd(text));
    },
    bold: styled(1),
    faint: styled(2),
  };
}

const lineEnd = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text from a stranger, on several lines. */
export const safe = (text: string | null | undefined): string =>
  (text ?? '').replaceAll('\r\n', '\n').replace(CONTROLS, '\ufffd');

/** The same on one line. */
export const safeLine = (text: string | null | undefined): string => safe(text).replace(/\s+/g, ' ').trim();

/** Columns as wide as their longest cell, at most 60; the last one is not cut. */
export function table(rows: readonly (readonly string[])[]): string {
  const width = (column: number): number =>
    Math.min(60, Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const widths = (rows[0] ?? []).map((_, column) => width(column));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === row.length - 1 ? cell : cut(cell, widths[column]!).padEnd(widths[column]!),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const cut = (text: string, width: number): string =>
  text.length > width ? `${text.slice(0, width - 1)}…` : text;
