/**
 * Cuts a stream into pieces of this size; only the last one may be smaller. There is at least one piece, and never more
 * than one in memory.
 */
export async function* partsOf(
  content: Uint8Array | AsyncIterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<{ part: Uint8Array; isLast: boolean }> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content instanceof Uint8Array ? [content] : content) {
    let rest = chunk;
    while (size + rest.length > partBytes) {
      const piece = rest.subarray(0, partBytes - size);
      yield { part: joined([...held, piece]), isLast: false };
      rest = rest.subarray(piece.length);
      held = [];
      size = 0;
    }
    if (rest.length > 0) held.push(rest);
    size += rest.length;
  }
  yield { part: joined(held), isLast: true };
}

const joined = (pieces: readonly Uint8Array[]): Uint8Array =>
  pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
