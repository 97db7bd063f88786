import { CircleAlert } from 'lucide-react';
import Link from 'next/link';
import type { Failure } from '../data/failures.ts';
import { asksForAnotherWay, signInAgainPath } from '../data/sign-in-path.ts';
import { Button, buttonLook } from './button.tsx';
import { RequestLink } from './request-link.tsx';

/** An error, how to fix it, and a button to try again. */
export function FailureNotice({ failure, retry }: { failure: Failure; retry?: () => void }) {
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center px-6 py-16 text-center">
      <span className="grid size-10 place-items-center rounded-full bg-bad-wash text-bad">
        <CircleAlert className="size-5" aria-hidden="true" />
      </span>
      <p className="mt-4 text-[15px] font-medium text-ink">{failure.message}</p>
      <p className="mt-1 text-sm leading-6 text-pretty text-ink-soft">{failure.fix}</p>
      <p className="mt-1 text-[13px] leading-5 empty:hidden">
        <RequestLink failure={failure} />
      </p>
      {failure.code === 'second_factor_required' ? (
        <Link href="/console/security" className={buttonLook({ tone: 'primary', className: 'mt-5' })}>
          Open Security
        </Link>
      ) : null}
      {asksForAnotherWay(failure.code) ? (
        <Button tone="primary" className="mt-5" onClick={() => location.assign(signInAgainPath())}>
          Sign in another way
        </Button>
      ) : null}
      {retry ? (
        <Button className="mt-5" onClick={retry}>
          Try again
        </Button>
      ) : null}
    </div>
  );
}
