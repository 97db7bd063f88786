import { z } from 'zod';
import type { ZodOpenApiPathItemObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { planSchema } from '#workspace/billing/index.ts';
import { errorResponseObject, plain } from './openapi-parts.ts';

const hookTaken = z.object({ status: z.literal('ok') }).meta({ id: 'HookTaken' });

const keySet = z
  .object({
    keys: z.array(
      z.object({
        kty: z.literal('OKP'),
        crv: z.literal('Ed25519'),
        x: z.string(),
        kid: z.string(),
        alg: z.literal('EdDSA'),
        use: z.literal('sig'),
      }),
    ),
  })
  .meta({ id: 'JwkSet' });

/** A route that a mail provider posts to: its signature stands in for a key. */
const hook = (
  operationId: string,
  summary: string,
  description: string,
  requestBody: ReturnType<typeof plain>,
): ZodOpenApiPathItemObject => ({
  post: {
    operationId,
    tags: ['meta'],
    summary,
    description,
    security: [],
    requestBody,
    responses: {
      '200': {
        description: 'Taken, or the subscription confirmed. What was taken is stored.',
        content: { 'application/json': { schema: hookTaken } },
      },
      '403': errorResponseObject(['invalid_signature']),
      '413': errorResponseObject(['payload_too_large']),
      '503': errorResponseObject(['unavailable']),
    },
  },
});

/** How the document describes the routes of `public-routes.ts`. */
export const publicPaths: ZodOpenApiPathsObject = {
  '/health': {
    get: {
      operationId: 'health',
      tags: ['meta'],
      summary: 'Whether the service works',
      description:
        'Asks the database too, and answers within two seconds. `degraded` means that a part of the service does not ' +
        'work, and `reasons` says which. No key, no rate limit: for load balancers and monitors.',
      security: [],
      responses: {
        '200': {
          description: 'The service and its database answer.',
          content: {
            'application/json': {
              schema: z
                .object({
                  status: z.enum(['ok', 'degraded']),
                  version: z.string(),
                  commit: z.string(),
                  env: z.string(),
                  reasons: z.array(z.string()).optional(),
                })
                .meta({ id: 'Health' }),
            },
          },
        },
        '503': errorResponseObject(['unavailable']),
      },
    },
  },
  '/hooks/mailprovider': hook(
    'receive_provider_news',
    'What the mail provider tells of mail that it sent',
    'For Amazon SNS only: an SES event (delivery, bounce, complaint, …), signed with SignatureVersion 2, for a topic that ' +
      'the deployment allows (PM_SNS_TOPICS). It moves deliveries and their messages.',
    plain('An SNS message as SNS posts it.', 'text/plain'),
  ),
  '/hooks/mailprovider/inbound': hook(
    'receive_provider_mail',
    'Mail that the mail provider took for us',
    'For Amazon SNS only: an SES receipt notification, signed with SignatureVersion 2, for a topic that the ' +
      'deployment allows. The message is in the notification or in S3, at most 40 MB.',
    plain('An SNS message as SNS posts it.', 'text/plain'),
  ),
  '/hooks/resend': hook(
    'receive_resend_news',
    'What Resend tells of mail that it sent',
    'A webhook of Resend, signed with the deployment’s RESEND_WEBHOOK_SECRET (Svix). It moves deliveries and their messages.',
    plain('An event as Resend posts it.', 'application/json'),
  ),
  '/openapi.json': {
    get: {
      operationId: 'openapi',
      tags: ['meta'],
      summary: 'This document',
      description: 'The contract of this API, made from the code that answers it.',
      security: [],
      responses: { '200': plain('An OpenAPI 3.1.0 document.', 'application/json') },
    },
  },
  '/v1/plans': {
    get: {
      operationId: 'plans',
      tags: ['meta'],
      summary: 'The plans of this deployment',
      description: 'What each plan includes and costs, for a pricing page. No key.',
      security: [],
      responses: {
        '200': {
          description: 'All plans; none without billing.',
          content: {
            'application/json': {
              schema: z
                .object({ billing_enabled: z.boolean(), data: z.array(planSchema) })
                .meta({ id: 'Plans' }),
            },
          },
        },
      },
    },
  },
  '/v1/links/{token}': {
    get: {
      operationId: 'signed_link',
      tags: ['meta'],
      summary: 'Download what a signed link leads to',
      description: 'An export, or an attachment that was sent as a link. The link itself is the permission.',
      security: [],
      requestParams: { path: z.object({ token: z.string() }) },
      responses: {
        '200': plain('The file, always as a download.', 'application/octet-stream'),
        '206': plain('The part that the Range header asked for.', 'application/octet-stream'),
        '404': errorResponseObject(['attachment_not_found', 'export_not_found']),
      },
    },
  },
  '/.well-known/security.txt': {
    get: {
      operationId: 'security_txt',
      tags: ['meta'],
      summary: 'Whom to tell about a vulnerability (RFC 9116)',
      description: 'A contact, and until when it is valid.',
      security: [],
      responses: { '200': plain('Security contact.', 'text/plain') },
    },
  },
  '/.well-known/jwks/{identity_id}.json': {
    get: {
      operationId: 'identity_key_set',
      tags: ['signing'],
      summary: "An identity's public keys (RFC 7517)",
      description: 'What the assertions of the identity are verified with.',
      security: [],
      requestParams: { path: z.object({ identity_id: z.string() }) },
      responses: {
        '200': {
          description: 'The keys that may verify now, the active one first.',
          content: { 'application/json': { schema: keySet } },
        },
        '404': errorResponseObject(['identity_not_found']),
      },
    },
  },
  '/.well-known/http-message-signatures-directory': {
    get: {
      operationId: 'key_directory',
      tags: ['signing'],
      summary: "The deployment's keys for signed HTTP requests (Web Bot Auth)",
      description:
        'At most three keys: the active one, and those that it took the place of within the last 7 days. Only while PM_WEB_BOT_AUTH is on.',
      security: [],
      responses: {
        '200': plain(
          'A JWK Set of at most three keys, signed by each of them.',
          'application/http-message-signatures-directory+json',
        ),
        '404': errorResponseObject(['key_not_found']),
      },
    },
  },
};
