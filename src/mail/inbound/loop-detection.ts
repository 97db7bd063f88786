/** RFC 5321 6.3: a message that has passed through this many servers is looping. */
const MAX_HOPS = 100;
/** How often a message may have passed through this server. Being forwarded back once or twice is not a loop yet. */
const MAX_OWN_HOPS = 10;
/** Header bytes that are kept while a message arrives: enough for more than a hundred trace fields. */
const MAX_HEADER = 64 * 1024;

/** Thrown when an arriving message turns out to be looping. */
export class MailLoop extends Error {}

/**
 * Passes a message on and counts the Received fields of its header: all of them, and those that this
 * deployment wrote. Lines must end with CRLF. @throws MailLoop
 */
export async function* withoutLoops(
  lines: AsyncIterable<Uint8Array>,
  mailDomain: string,
): AsyncGenerator<Uint8Array> {
  const own = `by ${mailDomain} with `;
  let header = '';
  let isOver = false;
  for await (const chunk of lines) {
    if (!isOver) {
      header += Buffer.from(chunk.subarray(0, MAX_HEADER - header.length)).toString('latin1');
      const end = header.indexOf('\r\n\r\n');
      isOver = end !== -1 || header.length >= MAX_HEADER;
      if (isOver) assertNoLoop(end === -1 ? header : header.slice(0, end), own);
      if (isOver) header = '';
    }
    yield chunk;
  }
  if (!isOver) assertNoLoop(header, own);
}

function assertNoLoop(header: string, own: string): void {
  let hops = 0;
  let ownHops = 0;
  for (const { index } of `\r\n${header}`.matchAll(/\r\nreceived[ \t]*:/gi)) {
    hops += 1;
    const field = header.slice(index, index + 600).split(/\r\n(?![ \t])/, 1)[0]!;
    if (field.includes(own)) ownHops += 1;
  }
  if (hops > MAX_HOPS || ownHops > MAX_OWN_HOPS) throw new MailLoop();
}
