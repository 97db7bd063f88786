export { splitThreadToken } from '#kernel/base/email-address.ts';

import { hmac } from '#kernel/keys/sealing.ts';

const TOKEN_CHARACTERS = 22;
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * The token that an outgoing message's Reply-To carries after `+` (decisions.md, Thread token): lower-case base32 of an
 * HMAC over identity and thread, 110 bits, so it can be neither guessed nor moved to another thread.
 */
export const threadToken = (key: Uint8Array, identityId: string, threadId: string): string =>
  tokenOf(key, `thread-token\0${identityId}\0${threadId}`);

/** The owner of a return path: a message, or one of its recipients. */
export type ReturnPathOwner = { identityId: string; messageId: string; recipient?: string };

/**
 * The token in the envelope sender of an outgoing message (VERP). Only the servers that carry the message learn it, so a
 * report to that address proves that it is about this message. It has the form of a thread token.
 */
export const returnPathToken = (
  key: Uint8Array,
  { identityId, messageId, recipient }: ReturnPathOwner,
): string =>
  tokenOf(
    key,
    recipient === undefined
      ? `return-path\0${identityId}\0${messageId}`
      : `return-path\0${identityId}\0${messageId}\0${recipient.toLowerCase()}`,
  );

function tokenOf(key: Uint8Array, text: string): string {
  const mac = hmac(key, text);
  let bits = 0;
  let value = 0;
  let token = '';
  for (const byte of mac) {
    value = ((value << 8) | byte) & 0xffff;
    bits += 8;
    while (bits >= 5 && token.length < TOKEN_CHARACTERS) {
      bits -= 5;
      token += BASE32[(value >> bits) & 31];
    }
  }
  return token;
}

/** Inserts the token into `local@domain`. */
export function withThreadToken(address: string, token: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}+${token}${address.slice(at)}`;
}
