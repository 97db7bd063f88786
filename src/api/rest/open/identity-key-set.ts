import { z } from 'zod';
import { identityKeySet as readKeySet } from '#trust/signing/index.ts';
import { defineOpenOperation } from '../open-operation.ts';
import { jsonAnswer } from '../respond.ts';

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

export const identityKeySet = defineOpenOperation({
  name: 'identity_key_set',
  method: 'GET',
  path: '/.well-known/jwks/{identity_id}.json',
  summary: "Read an identity's public keys (RFC 7517)",
  description: 'Returns the keys that verify assertions of the identity.',
  tag: 'signing',
  proof: 'none',
  errors: ['identity_not_found'],
  input: z.strictObject({ identity_id: z.string() }),
  responses: { 200: keySet },
  /**
   * The keys are public, so pages of any site may read them. Caches may keep them for five minutes, so a revoked key can
   * verify there for that long.
   */
  async run({ services, exchange }, { identity_id }) {
    exchange.headers['Access-Control-Allow-Origin'] = '*';
    const set = await readKeySet(services, identity_id.slice(0, 64));
    return jsonAnswer(exchange, 200, set, { 'Cache-Control': 'public, max-age=300' });
  },
});
