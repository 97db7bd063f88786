import { isIP } from 'node:net';
import { z } from 'zod';
import type { SmtpEnvelope } from '../accept.ts';

const text = z.string().max(4_096, { abort: true });
const address = z
  .string()
  .max(320, { abort: true })
  .regex(/^[^\p{Cc}]*$/u);

/** The parts of an SES receipt notification that are read here (SES developer guide, "Contents of notifications"). */
const sesNotification = z.object({
  notificationType: z.literal('Received'),
  mail: z.object({
    source: address,
    headers: z
      .array(z.object({ name: z.string(), value: z.string() }))
      .max(10_000)
      .default([]),
  }),
  receipt: z.object({
    recipients: z.array(address).min(1).max(100),
    action: z.discriminatedUnion('type', [
      z.object({ type: z.literal('SNS'), encoding: z.enum(['UTF8', 'BASE64']).default('UTF8') }),
      z.object({
        type: z.literal('S3'),
        bucketName: text.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
        objectKey: text.min(1).max(1_024),
      }),
    ]),
  }),
  content: z.string().optional(),
});

export type SesMail = {
  envelope: SmtpEnvelope;
  source: { bytes: Buffer } | { bucket: string; key: string };
};

/** Mail that SES received for us, or null for any other notification; topics carry those too. */
export function readSesNotification(message: string): SesMail | null {
  const parsed = sesNotification.safeParse(parseJson(message));
  if (!parsed.success) return null;
  const { mail, receipt, content } = parsed.data;
  const { action } = receipt;
  const envelope: SmtpEnvelope = {
    from: mail.source === '<>' ? '' : mail.source,
    recipients: receipt.recipients.map((recipient) => recipient.toLowerCase()),
    ...clientOf(mail.headers),
    protocol: 'ESMTP',
  };
  if (action.type === 'S3') return { envelope, source: { bucket: action.bucketName, key: action.objectKey } };
  if (content === undefined) return null;
  return {
    envelope,
    source: { bytes: Buffer.from(content, action.encoding === 'UTF8' ? 'utf8' : 'base64') },
  };
}

function parseJson(message: string): unknown {
  try {
    return JSON.parse(message);
  } catch {
    return null;
  }
}

/**
 * The client that connected to SES, for the SPF check. It comes from the topmost trace field, which SES added. Fields
 * further down were written by the sender and prove nothing.
 */
function clientOf(headers: readonly { name: string; value: string }[]): {
  heloName: string;
  remoteAddress: string;
} {
  const trace = headers.find(({ name }) => name.toLowerCase() === 'received')?.value.slice(0, 2_048) ?? '';
  const match =
    /^from (?<helo>[!-~]{1,255}) \((?:[^()[\]]{0,255}\[)?(?<ip>[0-9a-fA-F.:]{2,45})\]?\)\s+by inbound-smtp\.[a-z0-9-]+\.amazonaws\.com\b/.exec(
      trace.replaceAll(/\s+/g, ' '),
    );
  const ip = match?.groups?.ip ?? '';
  return isIP(ip) === 0
    ? { heloName: 'unknown', remoteAddress: UNKNOWN_CLIENT }
    : { heloName: match!.groups!.helo!, remoteAddress: ip };
}

/** RFC 6890, "this host": it passes SPF only for domains that allow any address. */
const UNKNOWN_CLIENT = '0.0.0.0';
