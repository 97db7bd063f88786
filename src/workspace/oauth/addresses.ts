import type { Config } from '#kernel/base/config.ts';
import { OAuthError } from './error.ts';

/** The paths of OAuth, in the metadata and in the routes. */
export const paths = {
  resource: '/.well-known/oauth-protected-resource',
  mcpResource: '/.well-known/oauth-protected-resource/mcp',
  server: '/.well-known/oauth-authorization-server',
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
  device: '/oauth/device',
} as const;

/** The console page on which a person decides. */
export const consentPage = ({ consoleUrl }: Config, token: string): string =>
  `${consoleUrl}/console/authorize?request=${token}`;

export const devicePage = ({ consoleUrl }: Config): string => `${consoleUrl}/console/device`;

/**
 * REST and MCP belong to one resource server, with the same operations and the same guards, so a token for one works at
 * the other. Tokens for other resources are refused (RFC 8707).
 * @throws OAuthError `invalid_target`
 */
export function assertOurResource({ publicUrl }: Config, resource: string | undefined): void {
  if (resource === undefined) return;
  const ours = [publicUrl, `${publicUrl}/mcp`].map((url) => new URL(url).href.replace(/\/$/, ''));
  const asked = URL.canParse(resource) ? new URL(resource).href.replace(/\/$/, '') : null;
  if (asked === null || !ours.includes(asked))
    throw new OAuthError('invalid_target', `Use ${publicUrl} or ${publicUrl}/mcp as the resource.`);
}
