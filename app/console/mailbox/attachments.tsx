'use client';

import { Download, Eye, FileText, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { sessionPath } from '../data/place.ts';
import { useMay } from '../data/session.tsx';
import type { Attachment, Message } from '../data/trpc.ts';
import { labelOf } from '../labels/label-of.ts';
import { fileRisks } from '../labels/messages.ts';
import { IconButton } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { AttachmentPreview, isPreviewable } from './attachment-preview.tsx';

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
  const [asks, setAsks] = useState<'preview' | 'danger' | null>(null);
  const href = hrefOf(message, attachment);
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
    <div className="flex items-center gap-1">
      <a
        href={href}
        download
        onClick={(event) => {
          if (risk === null) return;
          event.preventDefault();
          setAsks('danger');
        }}
        className={`${className} hover:bg-hover`}
      >
        {content}
        <Download className="size-4 shrink-0 text-ink-soft" aria-label="Download" />
      </a>
      {isPreviewable(attachment) ? (
        <IconButton label={`Look at ${filename}`} onClick={() => setAsks('preview')}>
          <Eye />
        </IconButton>
      ) : null}
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
          keep="Leave it"
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
