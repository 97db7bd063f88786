import { zipTypes } from '../types.ts';

/** The kinds of the policy field `inbound.extract_attachment_text`. */
export type TextKind = 'pdf' | 'office' | 'text' | 'html';

const office = new Set(Object.values(zipTypes));
const textual = /^text\/|^application\/(json|xml|yaml|x-yaml|x-ndjson)$/;

/** What text can be read out of a file of this type; null when none can. */
export function textKind(contentType: string): TextKind | null {
  if (contentType === 'application/pdf') return 'pdf';
  if (office.has(contentType)) return 'office';
  if (contentType === 'text/html') return 'html';
  return textual.test(contentType) ? 'text' : null;
}
