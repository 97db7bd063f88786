import { z } from 'zod';
import { paths, resourceMetadata, serverMetadata } from '#workspace/oauth/index.ts';
import { defineOpenOperation, type OpenCall } from '../open-operation.ts';
import { jsonAnswer } from '../respond.ts';
import { requireOAuth } from './oauth-call.ts';

// Tells applications where to request access. Anybody may read it, from any page.

const document = z.looseObject({}).meta({ id: 'OAuthMetadata', description: 'Metadata of OAuth.' });

const shared = {
  method: 'GET',
  tag: 'oauth',
  proof: 'none',
  cors: true,
  errors: ['route_not_found'],
  input: z.strictObject({}),
  responses: { 200: document },
  guard: async (call: OpenCall) => requireOAuth(call),
} as const;

export const oauthResource = defineOpenOperation({
  ...shared,
  name: 'oauth.resource',
  path: paths.resource,
  summary: 'Read the metadata of the REST API as a protected resource (RFC 9728)',
  description: 'Returns the authorization server and the scopes that an application usually needs.',
  run: async ({ services, exchange }) => jsonAnswer(exchange, 200, resourceMetadata(services.config, '')),
});

export const oauthMcpResource = defineOpenOperation({
  ...shared,
  name: 'oauth.mcp_resource',
  path: paths.mcpResource,
  summary: 'Read the metadata of MCP as a protected resource (RFC 9728)',
  description: 'Returns the same for `POST /mcp`.',
  run: async ({ services, exchange }) => jsonAnswer(exchange, 200, resourceMetadata(services.config, '/mcp')),
});

export const oauthServer = defineOpenOperation({
  ...shared,
  name: 'oauth.server',
  path: paths.server,
  summary: 'Read the metadata of the authorization server (RFC 8414)',
  description: 'Returns the endpoints, the scopes and what clients must support: PKCE with S256.',
  run: async ({ services, exchange }) => jsonAnswer(exchange, 200, serverMetadata(services.config)),
});
