import { z } from 'zod';
import type { Effect, Shape, Tool } from '../tool.ts';
import { optional } from './arguments.ts';

/** Changes nothing in the mailbox, but each call issues a new proof of identity. */
const signs: Effect = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};

const assertion: Tool = {
  name: 'mail_sign_assertion',
  title: 'Prove who you are to a service',
  description:
    'Signs a short-lived token (JWT) that proves to one service, the `audience`, that you act as this identity. Send it ' +
    'only to that service.',
  effect: signs,
  bindings: [{ operation: 'signing.assert', input: (args) => args }],
  levels: ['tenant', 'identity'],
  mailbox: 'always',
  args: (shape) => ({
    audience: shape.audience!.meta({
      description: 'The service that will accept it, as it names itself.',
      examples: ['https://api.example.com'],
    }),
    expires_in: optional(shape.expires_in!).meta({ description: 'Seconds until it expires. Default: 300.' }),
    nonce: shape.nonce!.meta({ description: 'The value that the service requested, if any.' }),
    // The operation bounds and checks the content.
    ext: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'Further claims, at most 2 KB as JSON.' }),
  }),
  isMail: false,
};

const httpRequest: Tool = {
  name: 'mail_sign_http_request',
  title: 'Sign an HTTP request',
  description:
    'Creates the Web Bot Auth headers for one HTTP request to `url`: send them with it, unchanged and soon.',
  effect: signs,
  bindings: [{ operation: 'signing.sign_request', input: (args) => args }],
  levels: ['tenant', 'identity'],
  mailbox: 'always',
  args: (shape: Shape) => ({
    url: shape.url!.meta({
      description: 'The https URL of the request.',
      examples: ['https://shop.example.com/orders?page=2'],
    }),
    method: optional(shape.method!).meta({ description: 'The method of the request. Default: GET.' }),
    components: optional(shape.components!).meta({
      description:
        'What to sign in addition to @authority, signature-agent and from: @method, @path, @query.',
    }),
    expires_in: optional(shape.expires_in!).meta({ description: 'Seconds until it expires. Default: 60.' }),
    nonce: shape.nonce!,
  }),
  isMail: false,
};

export const signingTools = [assertion, httpRequest];
