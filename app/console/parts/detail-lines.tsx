import type { ReactNode } from 'react';

/** Names and values in two columns. */
export const DetailLines = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-[6rem_1fr] gap-x-4 gap-y-1.5 text-sm [&_dt]:text-ink-soft">{children}</dl>
);

export const DetailLine = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </>
);
