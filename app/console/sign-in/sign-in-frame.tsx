import type { ReactNode } from 'react';
import { describeDeployment } from '../deployment.ts';
import { Wordmark } from '../parts/wordmark.tsx';

/** A narrow column in the middle of the page. */
export function SignInFrame({ children }: { children: ReactNode }) {
  return (
    <main className="grid min-h-dvh grid-rows-[auto_1fr_auto] px-5">
      <header className="flex h-16 items-center sm:px-3">
        <Wordmark />
      </header>
      <div className="mx-auto w-full max-w-[22rem] self-center py-10">{children}</div>
      <footer className="flex h-16 items-center justify-center text-[13px] text-ink-soft">
        {describeDeployment().mailDomain}
      </footer>
    </main>
  );
}
