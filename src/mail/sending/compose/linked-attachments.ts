import { after, HOUR } from '#kernel/base/clock.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import { streamBlob } from '#kernel/data/blobs.ts';
import type { Services } from '#kernel/operation/services.ts';
import { type LinkKind, mintLink } from '#mailbox/attachments/index.ts';
import { findSentAttachment } from '#mailbox/messages/index.ts';
import type { Policy } from '#workspace/tenants/index.ts';
import type { Draft, DraftAttachment } from '../accept/draft.ts';
import { textAsHtml } from './index.ts';

/** Base64 in lines of 76 characters. */
const encodedSize = ({ size }: DraftAttachment): number => Math.ceil((size / 3) * 4 * (78 / 76));
/** Space for header fields, boundaries and the list of links. */
const MARGIN = 64 * 1024;

/**
 * Decides which attachments are sent with the message, and which are replaced by a link (`policy.large_attachments`).
 */
export function splitAttachments(
  draft: Draft,
  policy: Policy,
): { sent: readonly DraftAttachment[]; linked: readonly DraftAttachment[] } {
  if (policy.large_attachments !== 'link') return { sent: draft.attachments, linked: [] };
  const bodies = [draft.text, draft.html, draft.quoted?.text, draft.quoted?.html];
  // Quoted-printable may triple a byte. Using a link slightly too early does no harm.
  const ofBodies = 3 * bodies.reduce((sum, body) => sum + Buffer.byteLength(body ?? ''), 0);
  let left = limits.outboundMessage - MARGIN - ofBodies;
  const linked = new Set<DraftAttachment>();
  // Inline attachments and small ones come first, so that as many as possible are sent with the message.
  const ordered = draft.attachments.toSorted(
    (a, b) => Number(b.disposition === 'inline') - Number(a.disposition === 'inline') || a.size - b.size,
  );
  for (const attachment of ordered) {
    const size = encodedSize(attachment);
    if (attachment.disposition !== 'inline' && size > left) linked.add(attachment);
    else left -= size;
  }
  return {
    sent: draft.attachments.filter((attachment) => !linked.has(attachment)),
    linked: draft.attachments.filter((attachment) => linked.has(attachment)),
  };
}

/** The list of links below the message in place of its linked attachments. They work for `policy.link_ttl_hours`. */
export function linkList(
  services: Services,
  draft: Draft,
  linked: readonly DraftAttachment[],
  policy: Policy,
): string {
  const expires_at = after(draft.sendAt ?? services.clock.now(), policy.link_ttl_hours * HOUR);
  const { tenant_id } = draft.identity;
  const lines = linked.map(({ id, filename, size }) => {
    const url = mintLink(services, { kind: 'attachment', id, tenant_id, expires_at });
    return `${filename} (${Math.max(1, Math.round(size / 1024))} KB)\n${url}`;
  });
  return [`Attachments, available until ${expires_at.toUTCString()}:`, ...lines].join('\n\n');
}

/** The draft's quoted part with the list above it. */
export function withLinkList(draft: Draft, list: string): Draft['quoted'] {
  const { quoted } = draft;
  const isHtml = draft.html !== null || Boolean(quoted?.html);
  const below = quoted ? `\n\n${quoted.text}` : '';
  return {
    text: `${list}${below}`,
    html: isHtml ? `<p>${textAsHtml(list)}</p>\n${quoted?.html ?? ''}` : null,
  };
}

/** Attachments of sent messages behind links. */
export const attachmentLinks: LinkKind = {
  notFound: 'attachment_not_found',
  async find(services, { id, tenant_id }) {
    const file = await findSentAttachment(services.db, tenant_id, id);
    if (!file) return null;
    return {
      filename: file.filename,
      contentType: file.content_type,
      size: file.size,
      content: (range) => streamBlob(services, file.blob_id, range),
    };
  },
};
