import { after, MINUTE } from '#kernel/base/clock.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import type { Services } from '#kernel/operation/services.ts';
import { assertOurResource, devicePage } from './addresses.ts';
import { requireClient } from './client.ts';
import { insertRequest } from './repository.ts';
import { readScope } from './scopes.ts';
import { hashToken, newToken, newUserCode, showUserCode } from './secrets.ts';

/**
 * A program without a browser asks for access (RFC 8628): it shows a code, which a person types into the console.
 * @returns the response of the device authorization endpoint
 * @throws OAuthError
 */
export async function beginDevice(
  services: Services,
  clientId: string,
  form: ReadonlyMap<string, string>,
): Promise<Record<string, unknown>> {
  const client = await requireClient(services, clientId);
  assertOurResource(services.config, form.get('resource'));
  const scopes = readScope(form.get('scope'));
  const [deviceCode, userCode] = [newToken(), newUserCode()];
  const { requestMinutes, pollSeconds } = limits.oauth;
  const kept = await insertRequest(services.db, {
    handle_hash: hashToken(deviceCode),
    kind: 'device',
    client_id: client.id,
    client_name: client.name,
    client_uri: client.uri,
    redirect_uri: null,
    state: null,
    code_challenge: null,
    scopes,
    user_code: userCode,
    expires_at: after(services.clock.now(), requestMinutes.device * MINUTE),
  });
  // In one of ten billion cases, another device shows the same code at the moment.
  if (kept === 0) return beginDevice(services, clientId, form);
  const page = devicePage(services.config);
  return {
    device_code: deviceCode,
    user_code: showUserCode(userCode),
    verification_uri: page,
    verification_uri_complete: `${page}?code=${showUserCode(userCode)}`,
    expires_in: requestMinutes.device * 60,
    interval: pollSeconds,
  };
}
