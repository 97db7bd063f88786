import { createHash, randomBytes } from 'node:crypto';

/** The header that carries the token, so that a test mail is recognised wherever it arrives. */
export const TEST_MAIL_HEADER = 'X-Proofmail-Test-Mail';

const TOKEN_BYTES = 16;
const TOKEN = /^[0-9a-f]{32}$/;
const ADDRESS = /^test-mail\+([0-9a-f]{32})@/;

export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('hex');

/** Only the hash is stored, so somebody who can read the database cannot forge a result. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The address of our receiver or, with the host for return paths, the envelope sender to which bounces return. */
export const testAddress = (token: string, domain: string): string => `test-mail+${token}@${domain}`;

/** The token of such an address (lower case); null for every other address. */
export const tokenOfAddress = (address: string): string | null => ADDRESS.exec(address)?.[1] ?? null;

/** The token among the header fields of a message; null for every other message. */
export function tokenOfHeaders(headers: readonly (readonly [name: string, value: string])[]): string | null {
  const name = TEST_MAIL_HEADER.toLowerCase();
  const value = headers.find(([header]) => header.toLowerCase() === name)?.[1]?.trim() ?? '';
  return TOKEN.test(value) ? value : null;
}
