import { fieldValues, firstValue, type HeaderBlock, readHeaderBlock } from './header-block.ts';
import { parseLimits } from './limits.ts';
import { parseStructuredValue, type StructuredValue } from './media-type.ts';
import { transferEncodingOf } from './transfer-encoding.ts';

/** A part without sub-parts: the position of its body in the message, and how to read it. */
export interface LeafEntity {
  path: string;
  type: StructuredValue;
  disposition: StructuredValue;
  encoding: string;
  contentId: string | null;
  bodyStart: number;
  bodyEnd: number;
  /** Path of the nearest enclosing multipart/alternative, or null. */
  alternative: string | null;
}

export interface EntityTree {
  leaves: LeafEntity[];
  /** Lower-case media types of the multiparts, the message's own first. */
  multiparts: string[];
  /** Parts lie beyond the limits, or a multipart's delimiters are missing. */
  degraded: boolean;
}

interface Walk {
  raw: Buffer;
  tree: EntityTree;
  parts: number;
}

interface MimePosition {
  path: string;
  depth: number;
  alternative: string | null;
}

interface Range {
  from: number;
  to: number;
}

/**
 * Finds the parts of a message (RFC 2046 5.1), at most 500 of them and 32 deep. A multipart's
 * delimiters are searched only within its own part, so a missing one inside does no harm outside,
 * and the whole costs at most depth times size of native search.
 */
export function readEntityTree(raw: Buffer, header: HeaderBlock): EntityTree {
  const walk: Walk = { raw, tree: { leaves: [], multiparts: [], degraded: header.truncated }, parts: 0 };
  visitEntity(walk, header, raw.length, { path: '', depth: 0, alternative: null }, 'text/plain');
  return walk.tree;
}

function visitEntity(
  walk: Walk,
  header: HeaderBlock,
  end: number,
  place: MimePosition,
  defaultType: string,
): void {
  const type = parseStructuredValue(firstValue(header, 'content-type') ?? defaultType);
  if (!/^[^\s/]+\/[^\s/]+$/.test(type.value)) type.value = defaultType;
  if (type.value.startsWith('multipart/') && visitMultipart(walk, header, type, end, place)) return;
  const treatAs = type.value.startsWith('multipart/') ? parseStructuredValue('text/plain') : type;
  walk.tree.leaves.push({
    path: place.path === '' ? '1' : place.path,
    type: treatAs,
    disposition: parseStructuredValue(firstValue(header, 'content-disposition') ?? ''),
    encoding: transferEncodingOf(firstValue(header, 'content-transfer-encoding')),
    contentId: contentIdOf(fieldValues(header, 'content-id')[0]),
    bodyStart: header.bodyStart,
    bodyEnd: end,
    alternative: place.alternative,
  });
}

/** Visits the parts of a multipart; false when it has none, so that its body is read as text instead. */
function visitMultipart(
  walk: Walk,
  header: HeaderBlock,
  type: StructuredValue,
  end: number,
  place: MimePosition,
): boolean {
  const boundary = type.parameters.get('boundary');
  walk.tree.multiparts.push(type.value);
  if (place.depth >= parseLimits.depth) {
    walk.tree.degraded = true;
    return true;
  }
  const budget = parseLimits.parts - walk.parts;
  const { parts, closed } = boundary
    ? splitParts(walk.raw, header.bodyStart, end, boundary, budget)
    : { parts: [], closed: false };
  if (!closed) walk.tree.degraded = true;
  walk.parts += parts.length;
  const childType = type.value === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
  const prefix = place.path === '' ? '' : `${place.path}.`;
  const alternative = type.value === 'multipart/alternative' ? `${place.path}.` : place.alternative;
  for (const [index, part] of parts.entries()) {
    const child = readHeaderBlock(walk.raw, part.from, part.to, {
      maxBytes: parseLimits.partHeaderBytes,
      maxFields: parseLimits.partHeaderFields,
    });
    if (child.truncated) walk.tree.degraded = true;
    const childPlace = { path: `${prefix}${index + 1}`, depth: place.depth + 1, alternative };
    visitEntity(walk, child, part.to, childPlace, childType);
  }
  return parts.length > 0;
}

/** The byte ranges between the delimiter lines of a boundary; `closed` says whether the last delimiter was found. */
function splitParts(
  raw: Buffer,
  start: number,
  end: number,
  boundary: string,
  maxParts: number,
): { parts: Range[]; closed: boolean } {
  const body = raw.subarray(start, end);
  const needle = Buffer.from(`--${boundary}`, 'utf8');
  const parts: Range[] = [];
  let open = -1;
  let position = body.indexOf(needle);
  while (position >= 0) {
    const delimiter = readDelimiter(body, position, needle.length);
    if (delimiter) {
      if (open >= 0) {
        parts.push({ from: start + open, to: start + Math.max(open, beforeLineBreak(body, position)) });
        if (parts.length >= maxParts) return { parts, closed: delimiter.closes };
      }
      if (delimiter.closes) return { parts, closed: true };
      open = delimiter.end;
    }
    position = body.indexOf(needle, position + needle.length);
  }
  if (open >= 0 && parts.length < maxParts) parts.push({ from: start + open, to: end });
  return { parts, closed: false };
}

/** RFC 2046 5.1.1: a delimiter stands at the start of a line, with nothing but white space after it. */
function readDelimiter(
  body: Buffer,
  position: number,
  length: number,
): { closes: boolean; end: number } | null {
  if (position > 0 && body[position - 1] !== 0x0a) return null;
  let after = position + length;
  const closes = body[after] === 0x2d && body[after + 1] === 0x2d;
  if (closes) after += 2;
  while (body[after] === 0x20 || body[after] === 0x09) after++;
  if (after >= body.length) return { closes, end: body.length };
  if (body[after] === 0x0d && body[after + 1] === 0x0a) return { closes, end: after + 2 };
  return body[after] === 0x0a ? { closes, end: after + 1 } : null;
}

/** The line break before a delimiter belongs to the delimiter, not to the part. */
function beforeLineBreak(body: Buffer, position: number): number {
  if (position === 0) return 0;
  return body[position - 2] === 0x0d ? position - 2 : position - 1;
}

function contentIdOf(value: string | undefined): string | null {
  const id = (value ?? '').trim().replace(/^<|>$/g, '');
  return id === '' || Buffer.byteLength(id) > parseLimits.messageIdBytes ? null : id;
}
