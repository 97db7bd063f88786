import { z } from 'zod';
import { bytes } from '#kernel/operation/operation.ts';
import { defineOpenOperation } from '../open-operation.ts';
import { textAnswer } from '../respond.ts';

export const securityTxt = defineOpenOperation({
  name: 'security_txt',
  method: 'GET',
  path: '/.well-known/security.txt',
  summary: 'Find out how to report a vulnerability (RFC 9116)',
  description: 'Returns a contact and the date until which it is valid.',
  tag: 'meta',
  proof: 'none',
  errors: [],
  input: z.strictObject({}),
  responses: { 200: bytes('text/plain', 'The security contact.') },
  async run({ services, exchange }) {
    const { publicUrl, mailDomain } = services.config;
    const expires = new Date(services.clock.now());
    expires.setUTCMonth(expires.getUTCMonth() + 6);
    const lines = [
      `Contact: mailto:abuse@${mailDomain}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}/.well-known/security.txt`,
    ];
    return textAnswer(exchange, `${lines.join('\n')}\n`);
  },
});
