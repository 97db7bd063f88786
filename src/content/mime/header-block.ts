import { decodeText } from './charset.ts';

const LF = 0x0a;
const CR = 0x0d;

/** One header field, unfolded. `name` keeps its case, `key` is the lower-case name to compare by. */
export interface HeaderField {
  name: string;
  key: string;
  value: string;
}

/** The header of a message or of a MIME part. */
export interface HeaderBlock {
  fields: HeaderField[];
  /** Offset of the first body byte. */
  bodyStart: number;
  /** Fields beyond the limits were left out. */
  truncated: boolean;
  /** Holds a line that is neither a field nor the continuation of one (RFC 5322 2.2). */
  malformed: boolean;
}

export interface HeaderLimits {
  maxBytes: number;
  maxFields: number;
}

/** RFC 5322 2.2: printable ASCII without the colon; white space before the colon is the obsolete syntax. */
const fieldStart = /^([\x21-\x39\x3b-\x7e]+)[ \t]*:/;

/**
 * Reads the header that begins at `start` in one pass. It finds the end of any header, but reads only the part within
 * the limits.
 */
export function readHeaderBlock(raw: Buffer, start: number, end: number, limits: HeaderLimits): HeaderBlock {
  const block: HeaderBlock = { fields: [], bodyStart: end, truncated: false, malformed: false };
  const readable = start + limits.maxBytes;
  let fieldFrom = -1;
  let position = start;
  while (position < end) {
    const lineEnd = lineEndAt(raw, position, end);
    const first = raw[position];
    const isBlank = first === LF || (first === CR && position + 1 < end && raw[position + 1] === LF);
    if (isBlank) {
      pushField(block, raw, fieldFrom, position);
      block.bodyStart = lineEnd;
      return block;
    }
    const continues = (first === 0x20 || first === 0x09) && fieldFrom >= 0;
    if (!continues) {
      pushField(block, raw, fieldFrom, position);
      fieldFrom = position;
    }
    if (lineEnd > readable || block.fields.length >= limits.maxFields) {
      block.truncated = true;
      if (block.fields.length < limits.maxFields)
        pushField(block, raw, fieldFrom, Math.min(lineEnd, readable));
      block.bodyStart = skipHeader(raw, position, end);
      return block;
    }
    position = lineEnd;
  }
  pushField(block, raw, fieldFrom, end);
  return block;
}

/** The values of every field with this lower-case name, in order. */
export function fieldValues(block: HeaderBlock, key: string): string[] {
  return block.fields.filter((field) => field.key === key).map((field) => field.value);
}

/** The value of the first field with this lower-case name, or undefined. */
export function firstValue(block: HeaderBlock, key: string): string | undefined {
  return block.fields.find((field) => field.key === key)?.value;
}

function lineEndAt(raw: Buffer, position: number, end: number): number {
  const newline = raw.indexOf(LF, position);
  return newline < 0 || newline >= end ? end : newline + 1;
}

/** Offset after the blank line that ends a header, without reading its fields. */
function skipHeader(raw: Buffer, from: number, end: number): number {
  let position = from;
  while (position < end) {
    const lineEnd = lineEndAt(raw, position, end);
    if (raw[position] === LF || (raw[position] === CR && raw[position + 1] === LF)) return lineEnd;
    position = lineEnd;
  }
  return end;
}

function pushField(block: HeaderBlock, raw: Buffer, from: number, to: number): void {
  if (from < 0 || to <= from) return;
  const line = raw.toString('latin1', from, to);
  const name = fieldStart.exec(line);
  if (!name?.[1]) {
    // The envelope line that mbox tools leave on top is no sign of a forged header.
    if (!line.startsWith('From ')) block.malformed = true;
    return;
  }
  block.fields.push({
    name: name[1],
    key: name[1].toLowerCase(),
    value: unfold(raw, from + name[0].length, to, line.slice(name[0].length)),
  });
}

/** RFC 5322 2.2.3: line breaks go, the white space after them stays. Eight-bit bytes are decoded. */
function unfold(raw: Buffer, from: number, to: number, latin1: string): string {
  const text = /[\x80-\xff]/.test(latin1) ? decodeText(raw.subarray(from, to)) : latin1;
  return text
    .replace(/\r?\n/g, '')
    .replace(/[\r\n]/g, ' ')
    .trim();
}
