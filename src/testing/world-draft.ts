import { newId } from '#kernel/catalogue/ids.ts';
import { type Queryable, sql } from '#kernel/data/database.ts';

/** A draft with the file of a received message. */
export async function insertDraft(
  db: Queryable,
  tenantId: string,
  identityId: string,
  marker: string,
  attachmentId: string,
) {
  const id = newId('draft');
  await db.run(sql`
    insert into drafts (id, tenant_id, identity_id, mode, "to", cc, bcc, subject, text, headers, metadata,
                        created_by_type, created_by_id, created_at, updated_at)
    values (${id}, ${tenantId}, ${identityId}, 'send', '[{"address": "ada@example.net", "name": null}]', '[]', '[]',
            ${marker}, ${marker}, '{}', '{}', 'key', 'none', now(), now())`);
  await db.run(sql`
    insert into draft_attachments (id, draft_id, identity_id, position, filename, content_type, size, disposition, blob_id)
    select id, ${id}, identity_id, 0, filename, content_type, size, disposition, blob_id from attachments
    where id = ${attachmentId}`);
  return id;
}
