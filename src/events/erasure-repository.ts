import { type Queryable, sql } from '#kernel/data/database.ts';

/** Events of an identity that tell of these messages. */
export const deleteMessageEvents = (
  tx: Queryable,
  identityId: string,
  messageIds: readonly string[],
): Promise<number> =>
  tx.run(sql`
    delete from events
    where identity_id = ${identityId}
      and (data->'message'->>'id' = any(${messageIds}::text[]) or data->>'message_id' = any(${messageIds}::text[]))`);

/** Events of an identity, or of a whole tenant. */
export const deleteEventsOf = async (
  tx: Queryable,
  scope: { tenantId: string; identityId: string | null },
  take: number,
): Promise<number> =>
  tx.run(
    scope.identityId === null
      ? sql`delete from events where id in (select id from events where tenant_id = ${scope.tenantId} limit ${take})`
      : sql`delete from events where id in (select id from events where identity_id = ${scope.identityId} limit ${take})`,
  );
