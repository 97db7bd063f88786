import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { readBounded } from '#kernel/operation/bounded-body.ts';
import { emailAddress } from '#kernel/operation/schema.ts';

/** A provider answers in less than a second; whoever waits sits before an empty page. */
const PATIENCE_MS = 10_000;

/** One request to a provider, read as this schema. @throws Error for anything else */
export async function ask<S extends z.ZodType>(
  schema: S,
  url: string,
  init: RequestInit = {},
): Promise<z.output<S>> {
  const response = await fetch(url, {
    ...init,
    headers: { accept: 'application/json', 'user-agent': 'proofmail', ...init.headers },
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw new Error(`${new URL(url).host} answered ${response.status}.`);
  }
  const bytes = await readBounded({
    header: (name) => response.headers.get(name),
    body: response.body,
  });
  return schema.parse(JSON.parse(bytes.toString('utf8')));
}

/** A form, as token endpoints take it (RFC 6749, 4.1.3). */
export const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
});

/** RFC 7636, 4.2. */
export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url');

/** Those that are addresses as we know people by them. */
export const asAddresses = (given: readonly string[]): string[] =>
  given.flatMap((text) => {
    const parsed = emailAddress.safeParse(text.toLowerCase());
    return parsed.success ? [parsed.data] : [];
  });
