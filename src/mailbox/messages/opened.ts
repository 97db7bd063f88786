import { unpackBodies, unpackHeaders, unpackText } from './bodies.ts';
import type { MessageRow } from './stored-message.ts';

/** A row with its texts in their stored form. */
export type PackedRow<Of = MessageRow> = Of & { packed: string | null };

/** Unpacks the requested texts of a row that was read with `bodyColumns`. */
export function opened(
  { packed, ...stored }: PackedRow,
  { quoted, html }: { quoted: boolean; html: boolean },
): MessageRow {
  const headers = stored.headers && unpackHeaders({ headers: stored.headers, packed });
  const row = { ...stored, headers };
  if (!quoted && !html) return { ...row, extracted_text: unpackText({ ...row, packed }) };
  const { extracted_text, ...bodies } = unpackBodies({ ...row, packed });
  return { ...row, extracted_text, text: quoted ? bodies.text : null, html: html ? bodies.html : null };
}

/** Unpacks the extracted text of a row that was read with `packedTextColumn`. */
export const withText = <Of extends Pick<MessageRow, 'extracted_text'>>({
  packed,
  ...row
}: PackedRow<Of>): Omit<PackedRow<Of>, 'packed'> => ({
  ...row,
  extracted_text: unpackText({ extracted_text: row.extracted_text, packed }),
});
