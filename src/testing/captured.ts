import PostalMime, { type Email } from 'postal-mime';
import { unpacked } from '#kernel/data/blobs.ts';
import type { Queryable } from '#kernel/data/database.ts';

/** The mails that the capture transport stored for an address, oldest first. */
export async function capturedFor(db: Queryable, address: string): Promise<Email[]> {
  const rows = await db.rows<{ content: Buffer; packed: boolean }>({
    name: 'test.captured_for',
    text: `select b.content, b.packed from captured_mail c join blobs b on b.id = c.raw_id
           where $1 = any(c.envelope_to) order by c.created_at, c.id`,
    values: [address],
  });
  return Promise.all(rows.map((row) => PostalMime.parse(unpacked(row))));
}
