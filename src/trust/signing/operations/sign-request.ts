import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import type { Services } from '#kernel/operation/services.ts';
import { addressesOf, type IdentityRow, identityTarget } from '#mailbox/identities/index.ts';
import { effectivePolicy } from '#workspace/tenants/index.ts';
import { alwaysCovered, optionallyCovered } from '../http-message.ts';
import { requireSigner } from '../keys.ts';
import { printableAscii, signedUrl } from '../schema.ts';
import { primaryAddress } from '../serialize.ts';
import { newNonce, signRequest } from '../web-bot-auth.ts';

const headers = z.object({
  'Signature-Agent': z.string().meta({ examples: ['sig1="https://mail.example.com"'] }),
  'Signature-Input': z.string(),
  Signature: z.string(),
  From: z.string(),
});

export const signHttpRequest = defineOperation({
  name: 'signing.sign_request',
  method: 'POST',
  path: '/v1/identities/{identity_id}/http-signatures',
  summary: 'Sign an HTTP request as the identity',
  description:
    'Signs a request with Web Bot Auth (RFC 9421, Ed25519). Send the returned headers with your request to ' +
    '`url`. @authority, signature-agent and from are always covered. The key is listed at ' +
    '/.well-known/http-message-signatures-directory. This needs the policy web_bot_auth.allowed and a ' +
    'deployment on which signing is switched on.',
  permission: 'identities:sign',
  levels: ['tenant', 'identity'],
  target: identityTarget,
  bucket: 'sign',
  meter: 'http_signatures',
  execution: { mode: 'transaction', idempotency: { key: 'ignored' } },
  errors: ['identity_not_found', 'identity_paused', 'policy_denied', 'web_bot_auth_disabled'],
  example: { url: 'https://shop.example.com/orders?page=2', method: 'GET', components: ['@method', '@path'] },
  input: z.strictObject({
    identity_id: pathId('identity'),
    url: signedUrl,
    method: z
      .string()
      .max(32, { abort: true })
      .regex(/^[A-Z][A-Z-]*$/, 'Use a method in upper case, for example POST.')
      .default('GET'),
    components: z
      .array(z.enum([...alwaysCovered, ...optionallyCovered]))
      .max(alwaysCovered.length + optionallyCovered.length)
      .default([])
      .meta({
        description: 'Components to sign, in addition to those that are always signed.',
      }),
    expires_in: z.int().min(30).max(300).default(60).meta({ description: 'Seconds until it expires.' }),
    nonce: printableAscii(128).optional().meta({ description: 'Generated if left out.' }),
  }),
  responses: {
    200: z
      .object({ headers, kid: z.string(), created_at: z.string(), expires_at: z.string() })
      .meta({ id: 'HttpSignature' }),
  },
  async run({ db, target, services }, input) {
    requireAllowed(services, target);
    requireSigner(target);
    const created = Math.floor(services.clock.now().getTime() / 1000);
    const times = { created, expires: created + input.expires_in };
    const request = {
      url: new URL(input.url),
      method: input.method,
      optional: optionallyCovered.filter((component) => input.components.includes(component)),
      from: primaryAddress(await addressesOf(db, target.id)),
      agent: new URL(services.config.publicUrl).origin,
      form: services.config.webBotAuthForm,
    };
    const signed = await signRequest(services.keyRing, request, {
      ...times,
      nonce: input.nonce ?? newNonce(),
    });
    return {
      status: 200,
      body: { ...signed, created_at: timeOf(times.created), expires_at: timeOf(times.expires) },
    };
  },
});

/** @throws AppError `web_bot_auth_disabled` by the deployment, `policy_denied` by the tenant */
function requireAllowed({ config }: Services, { tenant }: IdentityRow): void {
  if (!config.webBotAuth) throw new AppError('web_bot_auth_disabled');
  if (!effectivePolicy(tenant).web_bot_auth.allowed) {
    throw new AppError('policy_denied', { field: 'web_bot_auth.allowed' });
  }
}

const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString();
