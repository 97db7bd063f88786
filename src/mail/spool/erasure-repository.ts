import type { Queryable } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';
import type { ErasureScope } from '#kernel/operation/erasure.ts';

/**
 * Removes recipients from waiting mail, and deletes the mail if no recipient is left. They would get no copy anyway,
 * because their identities are being deleted. @returns the raw blobs of deleted mail
 */
export async function withdrawRecipients(
  tx: Queryable,
  scope: Extract<ErasureScope, { kind: 'identity' | 'tenant' }>,
): Promise<string[]> {
  const rows = await tx.rows<Row<'inbound_receipts', 'raw_id'>>({
    name: 'inbound.withdraw_recipients',
    text: `with kept as (
             select r.id, array_agg(w.address) filter (where a.id is null) as recipients
             from inbound_receipts r
             cross join lateral unnest(r.recipients) as w (address)
             left join addresses a on a.address = regexp_replace(w.address, '\\+[^+@]*@', '@')
               and a.tenant_id = $1 and ($2::text is null or a.identity_id = $2)
             group by r.id having count(a.id) > 0),
           fewer as (
             update inbound_receipts r set recipients = kept.recipients from kept
             where r.id = kept.id and kept.recipients is not null)
           delete from inbound_receipts r using kept where r.id = kept.id and kept.recipients is null
           returning r.raw_id`,
    values: [scope.tenantId, scope.kind === 'identity' ? scope.identityId : null],
  });
  return rows.map(({ raw_id }) => raw_id);
}
