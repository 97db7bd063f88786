import { z } from 'zod';
import type { AddressRow } from '#mailbox/identities/index.ts';

const URL_LENGTH = 2_048;

/** 1 to `max` printable ASCII characters (spec 4.5). */
export const printableAscii = (max: number) =>
  z
    .string()
    .min(1)
    .max(max, { abort: true })
    .regex(/^[\x20-\x7e]+$/, 'Use printable ASCII characters.');

/** The URL of a request to sign: https, ASCII, nothing in it that a client leaves out of what it sends. */
export const signedUrl = z
  .string()
  .max(URL_LENGTH, { abort: true })
  .regex(/^[\x21-\x7e]+$/, {
    error: 'Use ASCII, and percent-encode spaces and all other characters.',
    abort: true,
  })
  .refine(isPlainHttps, 'Use an https URL without user name and password.')
  .meta({ examples: ['https://shop.example.com/orders?page=2'] });

function isPlainHttps(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === 'https:' && username === '' && password === '';
}

/** The identity's primary address: every identity has one. */
export const primaryAddress = (addresses: readonly AddressRow[]): string =>
  addresses.find(({ role }) => role === 'primary')!.address;
