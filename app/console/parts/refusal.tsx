import { CircleAlert } from 'lucide-react';
import { failureOf, firstProblem } from '../data/failures.ts';
import { RequestLink } from './request-link.tsx';

/** An error and how to fix it, in one paragraph. */
export function Refusal({ error }: { error: unknown }) {
  const failure = failureOf(error);
  return (
    <p className="flex gap-2 text-bad">
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span className="min-w-0 break-words">
        {failure.message} <span className="text-ink-soft">{firstProblem(failure) ?? failure.fix}</span>{' '}
        <RequestLink failure={failure} />
      </span>
    </p>
  );
}
