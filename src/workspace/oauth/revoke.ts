import type { Services } from '#kernel/operation/services.ts';
import { endAccessToken, endApplicationKey } from '#workspace/api-keys/index.ts';
import { lockRefreshToken } from './repository.ts';
import { hashToken, REFRESH_PREFIX } from './secrets.ts';
import type { TokenCall } from './token.ts';

/**
 * An application revokes a token (RFC 7009). A refresh token ends the whole connection, an access token only itself.
 * Somebody else's token and a token that does not exist change nothing and give the same response.
 */
export async function revokeToken(services: Services, call: TokenCall, token: string): Promise<void> {
  const now = services.clock.now();
  if (!token.startsWith(REFRESH_PREFIX)) return endAccessToken(services.db, token, call.clientId, now);
  await services.db.transaction(async (tx) => {
    const found = await lockRefreshToken(tx, hashToken(token));
    if (found?.client_id !== call.clientId) return;
    const actor = { key_id: found.key_id, user_id: null, source_address: call.address };
    const key = { id: found.key_id, tenant_id: found.tenant_id };
    const details = { reason: 'revoked_by_application', client_id: call.clientId };
    await endApplicationKey(tx, { actor, requestId: call.requestId, services }, key, details, now);
  });
}
