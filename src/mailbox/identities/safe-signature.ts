import { sanitizeBody } from '#content/mime/index.ts';
import type { StoredIdentity } from './repository.ts';

type Signature = StoredIdentity['signature'];

/** Sanitising takes up to a few milliseconds, and identities are listed by the hundred. */
const MAX_KEPT = 500;
const kept = new Map<string, string>();

function safeHtml(html: string): string {
  const known = kept.get(html);
  if (known !== undefined) return known;
  if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value!);
  const safe = sanitizeBody(html).html;
  kept.set(html, safe);
  return safe;
}

/** A signature with sanitised HTML, for display. Sent messages contain the original HTML. */
export const safeSignature = (signature: Signature): Signature =>
  signature && { ...signature, html: signature.html === null ? null : safeHtml(signature.html) };

/** A client that changes only the text sends back the sanitised HTML. In this case, the original HTML is kept. */
export function changedSignature(stored: Signature, given: Signature): Signature {
  if (!stored || !given || stored.html === null || given.html === null) return given;
  return given.html === safeHtml(stored.html) ? { ...given, html: stored.html } : given;
}
