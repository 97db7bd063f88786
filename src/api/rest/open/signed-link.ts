import { z } from 'zod';
import { linkKinds } from '#api/link-registry.ts';
import { bytes } from '#kernel/operation/operation.ts';
import { openLink } from '#mailbox/attachments/index.ts';
import { clientAddress } from '../client-address.ts';
import { defineOpenOperation } from '../open-operation.ts';
import { outcomeAnswer } from '../respond.ts';

export const signedLink = defineOpenOperation({
  name: 'signed_link',
  method: 'GET',
  path: '/v1/links/{token}',
  summary: 'Download the file behind a signed link',
  description: 'Returns an export, or an attachment that was sent as a link. The link itself grants access.',
  tag: 'meta',
  proof: 'link',
  errors: ['attachment_not_found', 'export_not_found'],
  input: z.strictObject({ token: z.string() }),
  responses: {
    200: bytes('application/octet-stream', 'The file, always as a download.'),
    206: bytes('application/octet-stream', 'The part that the Range header asked for.'),
  },
  async run({ services, exchange, request }, { token }) {
    // Ranges are for GET alone (RFC 9110 section 14.2).
    const header = (name: string) =>
      request.method === 'HEAD' && name === 'range' ? null : request.header(name);
    const { status, bytes: content } = await openLink(services, linkKinds, token, header, {
      requestId: exchange.requestId,
      source_address: clientAddress(services.config, request),
    });
    return outcomeAnswer(exchange, { status, bytes: content, body: null, replayed: false });
  },
});
