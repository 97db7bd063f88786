import { z } from 'zod';
import { newUlid } from '#kernel/catalogue/ids.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { line, pathId } from '#kernel/operation/schema.ts';
import { addressesOf, identityTarget } from '#mailbox/identities/index.ts';
import { reservedClaims, signAssertion } from '../assertion.ts';
import { ensureActiveKey, requireSigner } from '../keys.ts';
import { openedKey } from '../opened-keys.ts';
import { printableAscii } from '../schema.ts';
import { primaryAddress } from '../serialize.ts';

const EXT_BYTES = 2_048;

const ext = z
  .record(line(256, 1), z.unknown())
  .refine(
    (value) => Buffer.byteLength(JSON.stringify(value)) <= EXT_BYTES,
    `Use at most ${EXT_BYTES} bytes as JSON.`,
  )
  .superRefine((value, context) => {
    for (const claim of Object.keys(value).filter((name) => reservedClaims.has(name))) {
      context.addIssue({
        code: 'custom',
        path: [claim],
        message: 'Leave it out: the service sets this claim.',
      });
    }
  })
  .meta({
    description: 'Additional claims, at most 2 KB as JSON. They become the claim `ext`.',
  });

export const assertIdentity = defineOperation({
  name: 'signing.assert',
  method: 'POST',
  path: '/v1/identities/{identity_id}/assertions',
  summary: 'Sign an assertion about the identity',
  description:
    'Returns a JWT (typ agent-assertion+jwt, EdDSA) for one audience that is valid for a few minutes. The ' +
    'receiver verifies it with /.well-known/jwks/{identity_id}.json of the host in `iss`.',
  permission: 'identities:sign',
  levels: ['tenant', 'identity'],
  target: identityTarget,
  bucket: 'sign',
  meter: 'assertions',
  execution: { mode: 'transaction', idempotency: { key: 'ignored' } },
  errors: ['identity_not_found', 'identity_paused'],
  example: { audience: 'https://api.example.com', expires_in: 300, nonce: 'n-0S6_WzA2Mj' },
  input: z.strictObject({
    identity_id: pathId('identity'),
    audience: printableAscii(256).meta({ description: 'The intended receiver.' }),
    expires_in: z.int().min(60).max(600).default(300).meta({ description: 'Seconds until it expires.' }),
    nonce: printableAscii(128).optional(),
    ext: ext.optional(),
  }),
  responses: {
    200: z
      .object({ assertion: z.string(), kid: z.string(), issued_at: z.string(), expires_at: z.string() })
      .meta({ id: 'Assertion' }),
  },
  async run(call, { audience, expires_in, nonce, ext }) {
    const { db, target, services } = call;
    requireSigner(target);
    const [{ key }, addresses] = await Promise.all([ensureActiveKey(call), addressesOf(db, target.id)]);
    const iat = Math.floor(services.clock.now().getTime() / 1000);
    const claims = {
      iss: services.config.publicUrl,
      sub: target.id,
      aud: audience,
      iat,
      exp: iat + expires_in,
      jti: newUlid(),
      ...(nonce !== undefined && { nonce }),
      email: primaryAddress(addresses),
      name: target.display_name,
      tenant_id: target.tenant_id,
      ...(ext !== undefined && { ext }),
    };
    const assertion = signAssertion(claims, key.kid, openedKey(services.sealer, key));
    return {
      status: 200,
      body: { assertion, kid: key.kid, issued_at: timeOf(iat), expires_at: timeOf(claims.exp) },
    };
  },
});

const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString();
