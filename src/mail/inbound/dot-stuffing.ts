import type { PassThrough } from 'node:stream';

const DOT = 0x2e;
const CR = 0x0d;
const LF = 0x0a;
const LINE_WITH_DOT = Buffer.from('\n.');
/** Bytes that are held back until more come, because they may be the beginning of the terminator. */
const KEPT = 4;

type Done = (error?: Error | null) => void;

/** The members of smtp-server's parser (version 3.21) that this file uses; the library has no types for them. */
export type DataParser = {
  _dataStream: PassThrough;
  _lastBytes: Buffer | false;
  _atDataStart: boolean;
  _countDataBytes(length: number): void;
  _endDataMode(content: Buffer | false, rest: Buffer, done: Done): void;
  _feedDataStream(chunk: Buffer, done: Done): void;
};

/**
 * Replaces smtp-server's reader of message data. The library emits every dot-stuffed line separately, in a separate
 * turn of the event loop, so 100,000 such lines take seconds. This reader searches each chunk once.
 */
export function unstuffInLinearTime(connection: object): void {
  const patched = connection as { _parser: DataParser; _createParser(): DataParser };
  const create = patched._createParser.bind(connection);
  patched._parser._feedDataStream = feed;
  // STARTTLS replaces the parser.
  patched._createParser = () => Object.assign(create(), { _feedDataStream: feed });
}

/** RFC 5321 4.5.2. The data ends with CRLF dot CRLF only; a dot at the start of a line stands for the one after it. */
function feed(this: DataParser, received: Buffer, done: Done): void {
  let chunk = this._lastBytes ? Buffer.concat([this._lastBytes, received]) : received;
  this._lastBytes = false;
  if (this._atDataStart && chunk[0] === DOT && chunk[1] === CR && chunk[2] === LF) {
    this._endDataMode(false, chunk.subarray(3), done);
    return;
  }
  if (this._atDataStart && chunk[0] === DOT && chunk[1] === DOT) {
    chunk = chunk.subarray(1);
    this._atDataStart = false;
  }
  const { pieces, from, end } = unstuff(chunk);
  if (end !== null) {
    const content = Buffer.concat([...pieces, chunk.subarray(from, end)]);
    this._countDataBytes(content.length);
    this._endDataMode(content, chunk.subarray(end + 3), done);
    return;
  }
  const keptFrom = Math.max(from, chunk.length - KEPT);
  this._lastBytes = chunk.subarray(keptFrom);
  const content = Buffer.concat([...pieces, chunk.subarray(from, keptFrom)]);
  this._countDataBytes(content.length);
  write(this._dataStream, content, done);
}

/** The unstuffed content in pieces; the rest starts at `from`; `end` is the position of the terminator's dot, or null. */
function unstuff(chunk: Buffer): { pieces: Buffer[]; from: number; end: number | null } {
  const pieces: Buffer[] = [];
  let from = 0;
  for (let at = chunk.indexOf(LINE_WITH_DOT); at !== -1; at = chunk.indexOf(LINE_WITH_DOT, at + 2)) {
    const dot = at + 1;
    // The next chunk shows whether it is the terminator.
    if (dot >= chunk.length - 2) break;
    if (chunk[at - 1] === CR && chunk[dot + 1] === CR && chunk[dot + 2] === LF)
      return { pieces, from, end: dot };
    if (chunk[dot + 1] !== DOT) continue;
    pieces.push(chunk.subarray(from, dot));
    from = dot + 1;
  }
  return { pieces, from, end: null };
}

/** Waits for the reader if it is slower than the sender. */
function write(stream: PassThrough, content: Buffer, done: Done): void {
  if (content.length === 0 || !stream.writable || stream.write(content) || stream.destroyed) {
    done();
    return;
  }
  const go = (): void => {
    stream.off('drain', go);
    stream.off('close', go);
    done();
  };
  // A destroyed stream never drains.
  stream.once('drain', go);
  stream.once('close', go);
}
