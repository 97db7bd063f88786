import { after, MINUTE } from '#kernel/base/clock.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import { answeredSince, claimScope, requestHash } from '#kernel/operation/idempotency.ts';
import type { AnyOperation } from '#kernel/operation/operation.ts';
import type { Services } from '#kernel/operation/services.ts';

/**
 * Derives an Idempotency-Key for a send without one, from its content and the minute. A call with the same content within a
 * minute gets the same key, so a model that repeats itself does not send twice.
 */
export async function derivedKey(
  { services, actor }: { services: Services; actor: Actor },
  operation: AnyOperation,
  input: Record<string, unknown>,
): Promise<string> {
  const now = services.clock.now();
  const minute = Math.floor(now.getTime() / MINUTE);
  const content = requestHash(operation, input).toString('base64url');
  const keyOf = (at: number) => `mcp-${content}-${at}`;
  const scope = claimScope(operation, actor, { tenant_id: null, identity_id: String(input.identity_id) });
  const earlier = keyOf(minute - 1);
  const isRepeat = await answeredSince(services.db, { scope, key: earlier }, after(now, -MINUTE));
  return isRepeat ? earlier : keyOf(minute);
}
