import { decodeText } from './charset.ts';
import { parseLimits } from './limits.ts';

/** A Content-Type or Content-Disposition value: the lower-case value and its parameters by lower-case name. */
export interface StructuredValue {
  value: string;
  parameters: Map<string, string>;
}

interface Section {
  index: number;
  text: string;
  extended: boolean;
}

/**
 * Parses `type/subtype; name=value; …` (RFC 2045 5.1, RFC 2183) with comments, quoted strings and
 * RFC 2231 continuations and charsets. The first of two equal parameters counts, so that every
 * reader of this code sees the same boundary. Never throws.
 */
export function parseStructuredValue(input: string): StructuredValue {
  const segments = splitSegments(withoutComments(input.slice(0, parseLimits.structuredValueChars)));
  const value = (segments.shift() ?? '').trim().toLowerCase();
  const plain = new Map<string, string>();
  const sections = new Map<string, Section[]>();
  for (const segment of segments.slice(0, parseLimits.parameters)) {
    const equals = segment.indexOf('=');
    if (equals <= 0) continue;
    const name = segment.slice(0, equals).trim().toLowerCase();
    const text = unquote(segment.slice(equals + 1).trim());
    const continuation = /^([^*]+)\*(?:(\d{1,3})(\*)?)?$/.exec(name);
    if (continuation?.[1]) {
      const list = sections.get(continuation[1]) ?? [];
      const extended = continuation[2] === undefined || continuation[3] !== undefined;
      list.push({ index: Number(continuation[2] ?? 0), text, extended });
      sections.set(continuation[1], list);
    } else if (!plain.has(name)) {
      plain.set(name, text);
    }
  }
  // RFC 6266 4.3 and practice: the extended form takes precedence over the plain one.
  for (const [name, list] of sections) plain.set(name, joinSections(list));
  return { value, parameters: plain };
}

/** Splits at semicolons outside quoted strings. */
function splitSegments(text: string): string[] {
  const segments: string[] = [];
  let from = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (quoted && code === 0x5c) i++;
    else if (code === 0x22) quoted = !quoted;
    else if (code === 0x3b && !quoted) {
      segments.push(text.slice(from, i));
      from = i + 1;
    }
  }
  segments.push(text.slice(from));
  return segments;
}

/** Removes RFC 822 comments. A parenthesis inside a value (`Invoice(1).pdf`) or never closed is text. */
function withoutComments(text: string): string {
  if (!text.includes('(')) return text;
  let kept = '';
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    if (character === '\\' && (quoted || depth > 0)) {
      if (depth === 0) kept += text.slice(i, i + 2);
      i++;
    } else if (character === '"' && depth === 0) {
      quoted = !quoted;
      kept += character;
    } else if (character === '(' && !quoted && (depth > 0 || /(^|[\s;])$/.test(kept.slice(-1)))) {
      depth++;
    } else if (character === ')' && depth > 0) {
      depth--;
    } else if (depth === 0) {
      kept += character;
    }
  }
  return depth === 0 ? kept : text;
}

function unquote(text: string): string {
  if (!text.startsWith('"')) return text;
  let value = '';
  for (let i = 1; i < text.length; i++) {
    const character = text.charAt(i);
    if (character === '"') break;
    if (character === '\\' && i + 1 < text.length) value += text.charAt(++i);
    else value += character;
  }
  return value;
}

/** RFC 2231 3 and 4: sections in order, percent-encoded ones decoded together with the first one's charset. */
function joinSections(list: Section[]): string {
  const ordered = list.toSorted((a, b) => a.index - b.index);
  let charset = 'utf-8';
  const first = ordered[0];
  const declared = first?.extended ? /^([^']*)'[^']*'/.exec(first.text) : null;
  if (first && declared) {
    charset = declared[1] || charset;
    first.text = first.text.slice(declared[0].length);
  }
  const bytes: Buffer[] = ordered.map((section) =>
    section.extended ? percentDecode(section.text) : Buffer.from(section.text, 'utf8'),
  );
  return decodeText(Buffer.concat(bytes), charset);
}

function percentDecode(text: string): Buffer {
  const unescaped = text.replace(/%([0-9a-f]{2})/gi, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(unescaped, 'latin1');
}
