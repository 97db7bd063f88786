import type { ApprovalWithMessage } from '../data/trpc.ts';
import { cn } from '../parts/class-names.ts';
import { type DiffLine, lineDiff } from './line-diff.ts';

const looks: Record<DiffLine['kind'], string> = {
  same: '',
  removed: 'bg-bad-wash text-bad line-through decoration-1',
  added: 'bg-accent-wash text-good',
};

/** The agent's version, and the version that a person edited. */
export function Versions({ approval }: { approval: ApprovalWithMessage }) {
  const { original, message } = approval;
  if (!original) return null;
  return <Diff before={original.text ?? ''} after={message.extracted_text} />;
}

export function Diff({ before, after }: { before: string; after: string }) {
  return (
    <ol aria-label="Changes" className="text-sm leading-6">
      {lineDiff(before, after).map(({ kind, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are a snapshot, and two may be equal.
        <li key={index} className={cn('min-h-6 px-2 break-words whitespace-pre-wrap', looks[kind])}>
          {kind === 'same' ? null : (
            <span className="sr-only">{kind === 'removed' ? 'Removed: ' : 'Added: '}</span>
          )}
          {text}
        </li>
      ))}
    </ol>
  );
}
