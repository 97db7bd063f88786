import { styleText } from 'node:util';

/** A name and its value. */
export type Row = readonly [name: string, value: string];

/** How the demo speaks: plain lines, in colour where the terminal has some. */
export type Screen = {
  title(title: string, rows: readonly Row[]): void;
  step(title: string, why: string): void;
  /** A line for a shell, as words that stay together; long ones are broken between words. */
  command(words: readonly string[]): void;
  answer(status: string, rows: readonly Row[]): void;
  rows(rows: readonly Row[]): void;
  text(text: string): void;
  end(text: string): void;
};

const WIDTH = 96;
const MARGIN = '     ';

// styleText looks at the terminal itself: no colour when it is piped, nor with NO_COLOR.
const strong = (text: string): string => styleText('bold', text);
const quiet = (text: string): string => styleText('dim', text);
const good = (text: string): string => styleText('green', text);
const typed = (text: string): string => styleText('cyan', text);

/** Writes to standard output, 96 columns wide, as narrow as a terminal has to be. */
export function createScreen(): Screen {
  const width = Math.min(WIDTH, Math.max(60, process.stdout.columns ?? WIDTH));
  let steps = 0;
  const say = (lines: readonly string[]): void => console.log(lines.join('\n'));
  const room = width - MARGIN.length;
  return {
    title: (title, rows) => say(['', `  ${strong(title)}`, ...rowLines(rows, '  ')]),
    step: (title, why) => {
      steps += 1;
      const number = String(steps).padStart(3);
      say(['', '', `${quiet(number)}  ${strong(title)}`, ...wrapped(why, room).map((line) => MARGIN + line)]);
    },
    command: (words) => say(['', ...brokenBetween(words, room).map((line) => MARGIN + typed(line))]),
    answer: (status, rows) =>
      say([`${MARGIN}${good('✓')} ${good(status)}`, ...rowLines(rows, `${MARGIN}  `)]),
    rows: (rows) => say(rowLines(rows, `${MARGIN}  `)),
    text: (text) => say(['', ...wrapped(text, room).map((line) => MARGIN + line)]),
    end: (text) => say(['', '', ...wrapped(text, room).map((line) => `  ${line}`), '']),
  };
}

function rowLines(rows: readonly Row[], margin: string): string[] {
  const named = rows.filter(([, value]) => value !== '');
  const column = Math.max(0, ...named.map(([name]) => name.length)) + 2;
  // A row without a value shows only its name.
  return rows.map(([name, value]) => margin + (value === '' ? name : quiet(name.padEnd(column)) + value));
}

function wrapped(text: string, room: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= room)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** The same for a shell: a line that continues ends with a backslash, and the next is indented. */
function brokenBetween(words: readonly string[], room: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last === undefined) lines.push(word);
    else if (last.length + 1 + word.length + 2 <= room) lines[lines.length - 1] = `${last} ${word}`;
    else {
      lines[lines.length - 1] = `${last} \\`;
      lines.push(`  ${word}`);
    }
  }
  return lines;
}
