import type { Config } from '#kernel/base/config.ts';
import { AppError, errorCatalogue } from '#kernel/catalogue/errors.ts';
import { paths } from '#workspace/oauth/index.ts';
import type { ApiRequest } from './exchange.ts';

/**
 * The header WWW-Authenticate of a refusal: the problem with the key or token (RFC 6750 3) and, if applications can
 * connect, the URL where they learn how (RFC 9728 5.1). Null if the refusal has another cause.
 */
export function challengeOf(
  config: Config,
  request: Pick<ApiRequest, 'target' | 'header'>,
  error: unknown,
): string | null {
  if (!(error instanceof AppError)) return null;
  const parts = errorPartsOf(error, request.header('authorization') !== null);
  if (parts === null) return null;
  if (config.oauth) {
    const path = /^\/mcp(\?|$)/.test(request.target) ? paths.mcpResource : paths.resource;
    parts.push(`resource_metadata="${config.publicUrl}${path}"`);
  }
  return parts.length === 0 ? 'Bearer' : `Bearer ${parts.join(', ')}`;
}

function errorPartsOf({ code, message, details }: AppError, wasGiven: boolean): string[] | null {
  if (code === 'permission_denied' && typeof details?.required === 'string')
    return ['error="insufficient_scope"', `scope="${details.required}"`];
  if (errorCatalogue[code].status !== 401) return null;
  // RFC 6750 3.1: a client that sent no key or token gets no error code.
  return wasGiven
    ? ['error="invalid_token"', `error_description="${message.replaceAll(/["\\]/g, "'")}"`]
    : [];
}
