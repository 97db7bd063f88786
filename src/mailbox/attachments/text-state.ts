import { fileLimits, type Risk, textKind } from '#content/files/index.ts';
import type { Policy } from '#workspace/tenants/index.ts';

type StoredFile = { contentType: string; size: number; risk: Risk | null };

/** The initial text state of a new file (spec 3.3; decisions.md, Policy). */
export function firstTextStatus(
  { contentType, size, risk }: StoredFile,
  { extract_attachment_text: requested }: Policy['inbound'],
): 'pending' | 'unavailable' | 'skipped' {
  if (risk !== null) return 'skipped';
  const kind = textKind(contentType);
  if (kind === null) return 'unavailable';
  if (!requested.includes(kind)) return 'skipped';
  return size > fileLimits.text.inputBytes ? 'unavailable' : 'pending';
}
