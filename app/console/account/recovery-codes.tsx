'use client';

import { Button } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';

/** Shows new recovery codes. They are shown only once. */
export function RecoveryCodes({ codes, close }: { codes: string[]; close: () => void }) {
  const text = codes.join('\n');
  return (
    <div className="flex min-h-0 flex-col">
      <div className="min-h-0 overflow-y-auto px-5 pb-4">
        <p className="text-sm leading-6 text-pretty text-ink-soft">
          Each code signs you in once if you lose your second factor. Keep them where you keep passwords: they
          are not shown again.
        </p>
        <ul
          aria-label="Recovery codes"
          className="mt-4 grid grid-cols-1 gap-x-6 gap-y-1.5 rounded-lg border border-line bg-sunken px-4 py-3 font-mono text-[13px] sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="mt-2 flex gap-1">
          <CopyButton text={text} subject="recovery codes" />
          <a
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download="proofmail-recovery-codes.txt"
            className="inline-flex h-8 items-center rounded-md px-2 text-[13px] text-ink-soft hover:bg-line/60 hover:text-ink"
          >
            Download
          </a>
        </div>
      </div>
      <div className="flex justify-end border-t border-line px-5 py-3">
        <Button tone="primary" onClick={close}>
          I have saved them
        </Button>
      </div>
    </div>
  );
}
