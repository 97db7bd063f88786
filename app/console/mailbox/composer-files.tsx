'use client';

import { Paperclip, X } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '../parts/button.tsx';
import { useSay } from '../shell/toasts.tsx';
import { sizeWords } from './attachments.tsx';
import { type About, type Draft, MOST_BYTES } from './compose-draft.ts';
import { readFile } from './draft-files.ts';

export type PartProps = { about: About; draft: Draft; change: (changes: Partial<Draft>) => void };

export function AddFiles({ draft, change }: Omit<PartProps, 'about'>) {
  const input = useRef<HTMLInputElement>(null);
  const say = useSay();
  const add = async (list: FileList | null) => {
    const files = await Promise.all(Array.from(list ?? [], readFile)).catch(say.failed);
    if (Array.isArray(files)) change({ files: [...draft.files, ...files] });
  };
  return (
    <>
      <IconButton label="Attach files" onClick={() => input.current?.click()}>
        <Paperclip />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          void add(event.target.files);
          event.target.value = '';
        }}
      />
    </>
  );
}

export function IncludeAttachments({ about, draft, change }: PartProps) {
  const many = about.message?.attachments.length ?? 0;
  if (many === 0) return null;
  return (
    <label className="ml-2 flex items-center gap-2 text-[13px]">
      <input
        type="checkbox"
        checked={draft.includeAttachments}
        onChange={(event) => change({ includeAttachments: event.target.checked })}
        className="size-4 accent-accent"
      />
      Include {many === 1 ? 'the attachment' : `its ${many} attachments`}
    </label>
  );
}

export function Files({ draft, change }: Omit<PartProps, 'about'>) {
  if (draft.files.length === 0) return null;
  const total = draft.files.reduce((sum, { size }) => sum + size, 0);
  return (
    <div className="px-4 pb-3">
      <ul aria-label="Attached files" className="flex flex-wrap gap-2">
        {draft.files.map((file) => (
          <li
            key={file.id}
            className="flex max-w-full items-center gap-2 rounded-lg border border-line py-1 pr-1 pl-3 text-[13px]"
          >
            <span className="truncate">{file.filename}</span>
            <span className="shrink-0 text-ink-soft">{sizeWords(file.size)}</span>
            <IconButton
              label={`Remove ${file.filename}`}
              className="size-7"
              onClick={() => change({ files: draft.files.filter(({ id }) => id !== file.id) })}
            >
              <X />
            </IconButton>
          </li>
        ))}
      </ul>
      {total > MOST_BYTES ? (
        <p className="mt-2 text-[13px] text-warn">
          {sizeWords(total)} is more than one message can hold (about {sizeWords(MOST_BYTES)}). The message is
          refused unless the workspace’s policy turns large files into links.
        </p>
      ) : null}
    </div>
  );
}
