import { z } from 'zod';
import { unpacked } from '#kernel/data/blobs.ts';
import { timestamp } from '#kernel/operation/schema.ts';
import type { Services } from '#kernel/operation/services.ts';
import { readSubject } from '#mail/inbound/index.ts';
import { type CapturedRow, HEAD_BYTES } from '#mail/sending/index.ts';

/** The maximum number of bytes of the source that are shown. */
export const SOURCE_BYTES = 256 * 1024;

/** Mail that the capture driver kept, in a list. */
export const capturedSummary = z
  .object({
    id: z.string(),
    rfc_message_id: z.string(),
    envelope_from: z.string(),
    envelope_to: z.array(z.string()),
    subject: z.string().meta({ description: 'Untrusted text.' }),
    size: z.int(),
    created_at: timestamp,
  })
  .meta({ id: 'CapturedMailSummary' });

export const capturedMail = capturedSummary
  .extend({
    from: z.string(),
    text: z.string().meta({ description: 'Untrusted text.' }),
    html: z.string().nullable().meta({ description: 'Sanitised HTML.' }),
    attachments: z.array(z.object({ filename: z.string(), content_type: z.string(), size: z.int() })),
    source: z.string().meta({ description: 'The source of the message (RFC 5322).' }),
    truncated: z.boolean().meta({ description: 'Whether only the beginning of the message is returned.' }),
  })
  .meta({ id: 'CapturedMail' });

type Named = Omit<CapturedRow, 'head' | 'object_key' | 'raw_id'> & { subject: string };

export const toCaptured = (row: Named): z.input<typeof capturedSummary> => ({
  id: row.id,
  rfc_message_id: row.rfc_message_id,
  envelope_from: row.envelope_from,
  envelope_to: row.envelope_to,
  subject: row.subject,
  size: row.size,
  created_at: row.created_at,
});

/** Subjects are read from the beginning of each message; large messages are in blob storage. */
export const withSubjects = (services: Services, rows: readonly CapturedRow[]): Promise<Named[]> =>
  Promise.all(rows.map(async (row) => ({ ...row, subject: readSubject(await headOf(services, row)) })));

async function headOf(
  { blobs }: Services,
  { head, packed, object_key, size }: CapturedRow,
): Promise<Uint8Array> {
  if (head) return unpacked({ content: head, packed }).subarray(0, HEAD_BYTES);
  if (object_key === null || size === 0) return Buffer.alloc(0);
  const stream = await blobs.stream(object_key, { start: 0, end: Math.min(size, HEAD_BYTES) - 1 });
  return Buffer.concat(await stream.toArray());
}

/** Bytes that are not UTF-8 become replacement characters, and so does NUL, because a page cannot show it. */
export const sourceOf = (raw: Uint8Array, truncated: boolean) => ({
  source: Buffer.from(raw.subarray(0, SOURCE_BYTES)).toString('utf8').replaceAll('\0', '\uFFFD'),
  truncated: truncated || raw.length > SOURCE_BYTES,
});
