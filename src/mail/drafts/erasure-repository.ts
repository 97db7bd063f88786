import type { Queryable } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';
import type { ErasureScope } from '#kernel/operation/erasure.ts';

/** The drafts in a scope: for a message, those that answer or forward it; for a counterparty, those that name it. */
export const draftsOfScope = (
  db: Queryable,
  scope: ErasureScope,
  take: number,
): Promise<Row<'drafts', 'id'>[]> =>
  db.rows({
    name: 'drafts.of_scope',
    text: `select d.id from drafts d
           where d.tenant_id = $1 and case $2::text
             when 'message' then d.identity_id = $3 and d.in_reply_to_message_id = $4
             when 'thread' then d.identity_id = $3 and d.thread_id = $4
             when 'identity' then d.identity_id = $3
             when 'counterparty' then exists (
               select from jsonb_array_elements(d."to" || d.cc || d.bcc) as party where lower(party->>'address') = $4)
             else true end
           limit $5 for update of d`,
    values: [
      scope.tenantId,
      scope.kind,
      'identityId' in scope ? scope.identityId : null,
      subjectOf(scope),
      take,
    ],
  });

function subjectOf(scope: ErasureScope): string | null {
  if (scope.kind === 'message') return scope.messageId;
  if (scope.kind === 'thread') return scope.threadId;
  return scope.kind === 'counterparty' ? scope.address : null;
}
