import type { Config } from '#kernel/base/config.ts';
import { paths } from './addresses.ts';
import { offeredScopes, usualScopes } from './scopes.ts';

export const authMethods = ['none', 'client_secret_basic', 'client_secret_post'] as const;
export type AuthMethod = (typeof authMethods)[number];

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
export const grantTypes = ['authorization_code', 'refresh_token', DEVICE_GRANT] as const;

/** Protected resource metadata (RFC 9728). `path` is the endpoint that it describes. */
export const resourceMetadata = ({ publicUrl, consoleUrl }: Config, path: '' | '/mcp') => ({
  resource: `${publicUrl}${path}`,
  authorization_servers: [publicUrl],
  // Clients without a choice of their own request every scope listed here, so these are only what an agent needs.
  scopes_supported: [...usualScopes],
  bearer_methods_supported: ['header'],
  resource_name: 'Proofmail',
  resource_documentation: `${consoleUrl}/docs`,
});

/** Authorization server metadata (RFC 8414, RFC 8628, RFC 9207, client metadata documents). */
export const serverMetadata = ({ publicUrl, consoleUrl }: Config) => ({
  issuer: publicUrl,
  authorization_endpoint: `${publicUrl}${paths.authorize}`,
  token_endpoint: `${publicUrl}${paths.token}`,
  registration_endpoint: `${publicUrl}${paths.register}`,
  revocation_endpoint: `${publicUrl}${paths.revoke}`,
  device_authorization_endpoint: `${publicUrl}${paths.device}`,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: [...grantTypes],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: [...authMethods],
  revocation_endpoint_auth_methods_supported: [...authMethods],
  scopes_supported: [...offeredScopes],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  service_documentation: `${consoleUrl}/docs`,
});
