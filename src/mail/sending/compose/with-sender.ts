import { splitThreadToken, withThreadToken } from '#mailbox/threads/index.ts';

/** A field with its continuation lines. */
const fieldOf = (name: string): RegExp => new RegExp(`^${name}:[^\\r\\n]*(?:\\r\\n[ \\t][^\\r\\n]*)*`, 'im');
const ADDRESS = /[^\s<>",:;]+@[A-Za-z0-9.-]+/g;

/**
 * A composed message with another address of the same identity as its sender. From and Reply-To change, but the token
 * in Reply-To stays, so that replies still find the thread.
 * @throws Error for a message that is not from this address
 */
export function withSender(raw: Uint8Array, from: string, to: string): Buffer {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const end = bytes.indexOf('\r\n\r\n');
  let head = bytes.toString('latin1', 0, end);
  for (const name of ['From', 'Reply-To']) {
    const field = fieldOf(name).exec(head)?.[0];
    if (field === undefined && name === 'Reply-To') continue;
    const changed = field === undefined ? null : withAddress(field, from, to);
    if (field === undefined || changed === null) throw new Error(`The message has no ${name} to change.`);
    head = head.replace(field, () => changed);
  }
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes.subarray(end)]);
}

/** The address comes last in the field, after a name that could contain another one. */
function withAddress(field: string, from: string, to: string): string | null {
  const written = [...field.matchAll(ADDRESS)].at(-1);
  if (!written) return null;
  const { address, token } = splitThreadToken(written[0].toLowerCase());
  if (address !== from.toLowerCase()) return null;
  const changed = token === null ? to : withThreadToken(to, token);
  return field.slice(0, written.index) + changed + field.slice(written.index + written[0].length);
}
