import { createHash, randomBytes } from 'node:crypto';

/** The form of a secret (spec 2.9): `pmk_live_` or `pmk_test_`, then the random part. */
export const SECRET_FORM = /^pmk_(live|test)_[A-Za-z0-9_-]{32,200}$/;

/** A bearer value of a request: a secret, or an access token of a connected application (`pmo_…`). */
export const BEARER_FORM = /^pm[ko]_(live|test)_[A-Za-z0-9_-]{32,200}$/;

/** A new secret with 256 bits of randomness, in hex so that one click selects all of it. */
export const newSecret = (mode: 'live' | 'test'): string => `pmk_${mode}_${randomBytes(32).toString('hex')}`;

/** A new access token of a connected application, as random as a secret. */
export const newAccessToken = (mode: 'live' | 'test'): string =>
  `pmo_${mode}_${randomBytes(32).toString('hex')}`;

/** People recognise secrets by these characters. They reveal only 12 bits of randomness. */
export const prefixOf = (secret: string): string => secret.slice(0, 12);

/** Secrets are random, so a plain hash is enough to keep them unreadable at rest, and it can be indexed. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
