import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { bytes } from '#kernel/operation/operation.ts';
import { domainOf, isReady, mxHost } from '#workspace/domains/index.ts';
import { defineOpenOperation } from '../open-operation.ts';
import { textAnswer } from '../respond.ts';

const HOST = /^mta-sts\.(.{1,253})$/;
/** A week: how long a sender remembers the policy (RFC 8461 3.2 recommends weeks or more for `enforce`). */
const MAX_AGE = 604_800;

/**
 * The policy of a tenant's domain, whose owner points `mta-sts.<domain>` here. A domain in doubt is in `testing`: a
 * sender that enforces an old policy would keep its mail.
 */
export const mtaSts = defineOpenOperation({
  name: 'mta_sts',
  method: 'GET',
  path: '/.well-known/mta-sts.txt',
  summary: 'Read the MTA-STS policy of a domain (RFC 8461)',
  description:
    'Returns the policy of the domain if the Host header is `mta-sts.<domain>` and this deployment receives the mail of that domain.',
  tag: 'meta',
  proof: 'none',
  errors: ['route_not_found'],
  input: z.strictObject({}),
  responses: { 200: bytes('text/plain', 'The policy.') },
  async run({ services, request, exchange }) {
    const host = request.header('host')?.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '') ?? '';
    const name = HOST.exec(host)?.[1];
    const { mailDomain, tlsFiles } = services.config;
    const domain = name === undefined || name === mailDomain ? null : await domainOf(services.db, name);
    if (name !== mailDomain && !domain?.is_inside) throw new AppError('route_not_found');
    const mx = domain ? mxHost(services.config, domain.transport) : mailDomain;
    if (mx === null) throw new AppError('route_not_found');
    // Senders that enforce the policy accept no generated certificate. If the server is not ours, it is Amazon SES.
    const isSure = (tlsFiles !== null || mx !== mailDomain) && (domain === null || isReady(domain.status));
    const lines = [
      'version: STSv1',
      `mode: ${isSure ? 'enforce' : 'testing'}`,
      `mx: ${mx}`,
      `max_age: ${MAX_AGE}`,
    ];
    // RFC 8461 3.2: lines end with CRLF or LF.
    return textAnswer(exchange, `${lines.join('\r\n')}\r\n`);
  },
});
