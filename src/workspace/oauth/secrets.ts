import { createHash, randomBytes, randomInt } from 'node:crypto';
import { sameBytes } from '#kernel/keys/sealing.ts';

/** 256 random bits, which nobody can guess, so a plain hash protects them. */
export const newToken = (prefix = ''): string => `${prefix}${randomBytes(32).toString('base64url')}`;

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The prefix of refresh tokens, so that people and secret scanners recognise them. */
export const REFRESH_PREFIX = 'pmr_';

/** Only consonants, so that no code is a word and no letter is mistaken for a digit (RFC 8628 6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const CODE_LENGTH = 8;

/** A code that a person types, 34 bits, without its hyphen. */
export const newUserCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

export const showUserCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** Normalizes a typed code, which may have any case and no hyphen. */
export const readUserCode = (typed: string): string => typed.toUpperCase().replace(/[^A-Z]/g, '');

/** Whether the verifier is the one of an S256 challenge (RFC 7636 4.6). */
export const provesChallenge = (verifier: string, challenge: string): boolean =>
  /^[A-Za-z0-9._~-]{43,128}$/.test(verifier) &&
  sameBytes(hashToken(verifier), Buffer.from(challenge, 'base64url'));
