import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { bytes } from '#kernel/operation/operation.ts';
import { keyDirectory as readKeyDirectory } from '#trust/signing/index.ts';
import { defineOpenOperation } from '../open-operation.ts';
import { headersOf } from '../respond.ts';

export const keyDirectory = defineOpenOperation({
  name: 'key_directory',
  method: 'GET',
  path: '/.well-known/http-message-signatures-directory',
  summary: "Read the deployment's keys for signed HTTP requests (Web Bot Auth)",
  description:
    'Returns at most three keys: the active key and those that were replaced within the last 7 days. Available ' +
    'only while PM_WEB_BOT_AUTH is on.',
  tag: 'signing',
  proof: 'none',
  errors: ['key_not_found'],
  input: z.strictObject({}),
  responses: {
    200: bytes(
      'application/http-message-signatures-directory+json',
      'A JWK Set of at most three keys, signed by each of them.',
    ),
  },
  async run({ services, exchange }) {
    // The keys are public: pages of any site may read them.
    exchange.headers['Access-Control-Allow-Origin'] = '*';
    const { config, keyRing, clock } = services;
    if (!config.webBotAuth) throw new AppError('key_not_found');
    const { body, headers } = await readKeyDirectory(keyRing, new URL(config.publicUrl).host, clock.now());
    return { status: 200, headers: { ...headersOf(exchange), ...headers }, body };
  },
});
