import { type KeyObject, sign } from 'node:crypto';

/** The components of a request that a signature can cover (RFC 9421, section 2; spec 4.5). */
export const alwaysCovered = ['@authority', 'signature-agent', 'from'] as const;
export const optionallyCovered = ['@method', '@path', '@query'] as const;
export type Component = (typeof alwaysCovered)[number] | (typeof optionallyCovered)[number];

/**
 * One component with its value, as in a line of the signature base. `;req` marks a component of the request that a
 * response belongs to.
 */
export type Covered = readonly [identifier: string, value: string];

/** Times in seconds since 1970. */
export type SignatureParameters = {
  created: number;
  expires: number;
  keyid: string;
  nonce: string;
  tag: string;
};

/** A structured-field string (RFC 8941, section 3.3.3) of printable ASCII. */
export const sfString = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`;

/** `Signature-Input` without its label: the covered components and the parameters. */
function inputOf(covered: readonly Covered[], parameters: SignatureParameters): string {
  const { created, expires, keyid, nonce, tag } = parameters;
  const identifiers = covered.map(([identifier]) => identifier).join(' ');
  return (
    `(${identifiers});created=${created};expires=${expires};keyid=${sfString(keyid)};alg="ed25519"` +
    `;nonce=${sfString(nonce)};tag=${sfString(tag)}`
  );
}

/**
 * Signs HTTP message components with Ed25519 (RFC 9421, sections 2.5 and 3.3.6).
 * @returns the values of the headers `Signature-Input` and `Signature` under the label given
 */
export function signComponents(
  label: string,
  covered: readonly Covered[],
  parameters: SignatureParameters,
  privateKey: KeyObject,
): { input: string; signature: string } {
  const input = inputOf(covered, parameters);
  const base = [
    ...covered.map(([identifier, value]) => `${identifier}: ${value}`),
    `"@signature-params": ${input}`,
  ].join('\n');
  const signature = sign(null, Buffer.from(base), privateKey).toString('base64');
  return { input: `${label}=${input}`, signature: `${label}=:${signature}:` };
}
