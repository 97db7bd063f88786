'use client';

import { Download, File, FileText, Image, type LucideIcon, TriangleAlert } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { sessionPath } from '../data/place.ts';
import { useMay } from '../data/session.tsx';
import type { Attachment, Message } from '../data/trpc.ts';
import { labelOf } from '../labels/label-of.ts';
import { fileRisks } from '../labels/messages.ts';
import { cn } from '../parts/class-names.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { isPreviewable } from './previewable.ts';

/** Loaded only when somebody opens a file, so that the inbox loads faster. */
const AttachmentPreview = dynamic(
  () => import('./attachment-preview.tsx').then((module) => module.AttachmentPreview),
  { loading: () => <Skeleton className="m-5 h-64" />, ssr: false },
);

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

const frame = 'flex max-w-80 items-stretch rounded-lg border border-line';

/** A picture, a document with text, or any other file. */
function iconOf(contentType: string): LucideIcon {
  if (contentType.startsWith('image/')) return Image;
  return /^text\/|pdf|document|msword|rtf/.test(contentType) ? FileText : File;
}

function AttachmentCard({ message, attachment }: { message: Message; attachment: Attachment }) {
  const mayRead = useMay('attachments:read');
  const mayReview = useMay('quarantine:review');
  const [asks, setAsks] = useState<'preview' | 'danger' | null>(null);
  const href = hrefOf(message, attachment);
  const { filename, size, risk, content_type } = attachment;
  const isOpen = mayRead && (risk === null || mayReview);
  const about = risk ? (labelOf(fileRisks, risk) ?? 'It may be dangerous.') : sizeWords(size);
  const Icon = risk ? TriangleAlert : iconOf(content_type);
  const content = (
    <>
      <Icon className={cn('size-4 shrink-0', risk ? 'text-bad' : 'text-ink-soft')} aria-hidden="true" />
      <span className="min-w-0 text-left">
        <span className="block truncate text-[13px] font-medium" title={filename}>
          {filename}
        </span>
        <span className={cn('block text-xs', risk ? 'text-bad' : 'text-ink-soft')}>{about}</span>
      </span>
    </>
  );
  const main = 'flex min-w-0 items-center gap-2.5 py-2 pl-3';
  if (!isOpen) return <span className={cn(frame, main, 'pr-3')}>{content}</span>;
  return (
    <div className={frame}>
      {isPreviewable(attachment) ? (
        <button
          type="button"
          aria-label={`Preview ${filename}`}
          title="Preview"
          onClick={() => setAsks('preview')}
          className={cn(main, 'rounded-l-lg pr-2 hover:bg-hover')}
        >
          {content}
        </button>
      ) : (
        <span className={cn(main, 'pr-2')}>{content}</span>
      )}
      <a
        href={href}
        download
        aria-label={`Download ${filename}`}
        title={`Download (${sizeWords(size)})`}
        onClick={(event) => {
          if (risk === null) return;
          event.preventDefault();
          setAsks('danger');
        }}
        className="grid w-10 shrink-0 place-items-center rounded-r-lg border-l border-line text-ink-soft hover:bg-hover hover:text-ink"
      >
        <Download className="size-4" aria-hidden="true" />
      </a>
      <Dialog
        open={asks === 'preview'}
        onClose={() => setAsks(null)}
        title={filename}
        className="w-[min(60rem,calc(100vw-2rem))]"
      >
        <AttachmentPreview message={message} attachment={attachment} href={href} />
      </Dialog>
      <Dialog open={asks === 'danger'} onClose={() => setAsks(null)} title="Download a dangerous file?">
        <Confirm
          action="Download anyway"
          keep="Do not download"
          isPending={false}
          onConfirm={() => {
            setAsks(null);
            location.assign(href);
          }}
          onCancel={() => setAsks(null)}
        >
          {filename} may be dangerous. {about} Do not open it on a computer that you rely on.
        </Confirm>
      </Dialog>
    </div>
  );
}
