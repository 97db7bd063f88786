import { z } from 'zod';
import { SECOND } from '#kernel/base/clock.ts';
import { KEY_SET_AGE, identityKeySet as readKeySet } from '#trust/signing/index.ts';
import { defineOpenOperation } from '../open-operation.ts';
import { headersOf } from '../respond.ts';

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

/** Whether `If-None-Match` contains the tag, by weak comparison (RFC 9110, sections 8.8.3.2 and 13.1.2). */
const isKnown = (header: string | null, tag: string): boolean =>
  (header ?? '').split(',').some((text) => text.trim() === '*' || text.trim().replace(/^W\//, '') === tag);

export const identityKeySet = defineOpenOperation({
  name: 'identity_key_set',
  method: 'GET',
  path: '/.well-known/jwks/{identity_id}.json',
  summary: "Read an identity's public keys (RFC 7517)",
  description:
    'Returns the keys that verify assertions of the identity. Returns 304 if If-None-Match contains the current ETag.',
  tag: 'signing',
  proof: 'none',
  errors: ['identity_not_found'],
  input: z.strictObject({ identity_id: z.string() }),
  responses: { 200: keySet, 304: null },
  /**
   * The keys are public, so pages of any site may read them. Caches may keep them for five minutes, so a revoked key can
   * verify there for that long. Our own cache is one of them: `Age` tells those behind it how long they may keep the set.
   */
  async run({ services, request, exchange }, { identity_id }) {
    exchange.headers['Access-Control-Allow-Origin'] = '*';
    const { text, tag, readAt } = await readKeySet(services, identity_id.slice(0, 64));
    const age = Math.floor((services.clock.now().getTime() - readAt.getTime()) / SECOND);
    const headers = {
      ...headersOf(exchange),
      'Access-Control-Expose-Headers': 'ETag, Age',
      'Cache-Control': `public, max-age=${KEY_SET_AGE / SECOND}`,
      Age: String(age),
      ETag: tag,
    };
    if (isKnown(request.header('if-none-match'), tag)) return { status: 304, headers, body: null };
    return {
      status: 200,
      headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8' },
      body: text,
    };
  },
});
