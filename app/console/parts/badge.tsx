import type { ReactNode } from 'react';
import { cn } from './class-names.ts';

export type Tone = 'good' | 'warn' | 'bad' | 'neutral' | 'accent';

const tones: Record<Tone, string> = {
  good: 'bg-accent-wash text-good',
  accent: 'bg-accent-wash text-accent',
  warn: 'bg-warn-wash text-warn',
  bad: 'bg-bad-wash text-bad',
  neutral: 'bg-hover text-ink-soft',
};

/** A short label in a colour that shows its severity. */
export function Badge({
  tone = 'neutral',
  className,
  children,
  title,
}: {
  tone?: Tone;
  className?: string;
  children: ReactNode;
  title?: string;
}) {
  return (
    <span
      title={title}
      className={cn(
        'inline-flex h-5 max-w-full min-w-0 items-center gap-1 rounded-md px-1.5 text-xs font-medium whitespace-nowrap [&_svg]:size-3 [&_svg]:shrink-0',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
