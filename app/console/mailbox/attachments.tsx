'use client';

import { Download, FileText, TriangleAlert } from 'lucide-react';
import { sessionPath } from '../data/place.ts';
import { useMay } from '../data/session.tsx';
import type { Attachment, Message } from '../data/trpc.ts';
import { labelOf } from '../labels/label-of.ts';
import { fileRisks } from '../labels/messages.ts';

const KIB = 1024;

export function sizeWords(bytes: number): string {
  if (bytes < KIB) return `${bytes} B`;
  return bytes < KIB * KIB ? `${Math.round(bytes / KIB)} KB` : `${(bytes / KIB / KIB).toFixed(1)} MB`;
}

/** Downloads the file with the session instead of an API key. */
export const hrefOf = ({ identity_id, id }: Message, attachment: Attachment): string =>
  sessionPath(`/v1/identities/${identity_id}/messages/${id}/attachments/${attachment.id}`);

export function Attachments({ message }: { message: Message }) {
  if (message.attachments.length === 0) return null;
  return (
    <ul aria-label="Attachments" className="mt-4 flex flex-wrap gap-2">
      {message.attachments.map((attachment) => (
        <li key={attachment.id} className="max-w-full">
          <AttachmentCard message={message} attachment={attachment} />
        </li>
      ))}
    </ul>
  );
}

function AttachmentCard({ message, attachment }: { message: Message; attachment: Attachment }) {
  const mayRead = useMay('attachments:read');
  const mayReview = useMay('quarantine:review');
  const { filename, size, risk } = attachment;
  const isOpen = mayRead && (risk === null || mayReview);
  const about = risk ? (labelOf(fileRisks, risk) ?? 'It may be dangerous.') : sizeWords(size);
  const Icon = risk ? TriangleAlert : FileText;
  const content = (
    <>
      <Icon className={`size-4 shrink-0 ${risk ? 'text-bad' : 'text-ink-soft'}`} aria-hidden="true" />
      <span className="min-w-0">
        <span className="block truncate text-[13px] font-medium">{filename}</span>
        <span className={`block truncate text-xs ${risk ? 'text-bad' : 'text-ink-soft'}`}>{about}</span>
      </span>
    </>
  );
  const className = 'flex max-w-72 items-center gap-2.5 rounded-lg border border-line px-3 py-2';
  if (!isOpen) return <span className={className}>{content}</span>;
  return (
    <a
      href={hrefOf(message, attachment)}
      download
      onClick={(event) => risk !== null && !confirm(warning(filename, about)) && event.preventDefault()}
      className={`${className} hover:bg-hover`}
    >
      {content}
      <Download className="size-4 shrink-0 text-ink-soft" aria-label="Download" />
    </a>
  );
}

const warning = (filename: string, about: string): string =>
  `${filename} may be dangerous: ${about}\n\nDownload it anyway? Do not open it on a computer that you rely on.`;
