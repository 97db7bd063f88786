import { type Queryable, sql } from '#kernel/data/database.ts';

/** Deletes events of an identity about these messages. */
export const deleteMessageEvents = (
  tx: Queryable,
  identityId: string,
  messageIds: readonly string[],
): Promise<number> =>
  tx.run(sql`
    delete from events
    where identity_id = ${identityId}
      and (data->'message'->>'id' = any(${messageIds}::text[]) or data->>'message_id' = any(${messageIds}::text[]))`);

/** Deletes events of an identity or a whole tenant, except those with text of mail under a legal hold. */
export const deleteEventsOf = async (
  tx: Queryable,
  scope: { tenantId: string; identityId: string | null },
  take: number,
): Promise<number> =>
  tx.run(
    scope.identityId === null
      ? sql`delete from events where id in (
          select id from events e where tenant_id = ${scope.tenantId} and not event_is_held(e) limit ${take})`
      : sql`delete from events where id in (
          select id from events e where identity_id = ${scope.identityId} and not event_is_held(e) limit ${take})`,
  );
