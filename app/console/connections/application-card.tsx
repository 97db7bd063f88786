import { AppWindow, CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AccessRequest } from '../data/trpc.ts';

/**
 * The application, the facts about it, and the destination of the response. Everything except the hosts is the
 * application's own claim.
 */
export function ApplicationCard({ asked, code }: { asked: AccessRequest; code: string | null }) {
  const { name, client_host, destination } = asked;
  return (
    <div className="rounded-xl border border-line bg-surface p-4">
      <div className="flex items-center gap-3">
        <span className="grid size-10 shrink-0 place-items-center rounded-lg bg-hover text-ink-soft">
          <AppWindow className="size-5" aria-hidden="true" />
        </span>
        <p className="min-w-0 text-[15px] font-medium break-words">{name}</p>
      </div>
      <ul className="mt-3 space-y-2 text-[13px] leading-5 text-ink-soft">
        {client_host ? (
          <Line icon={<CircleCheck className="text-good" />}>
            Published by <Host>{client_host}</Host>
          </Line>
        ) : (
          <Line icon={<CircleAlert className="text-warn" />}>
            The application chose this name itself, and nobody has checked who is behind it. Continue only if
            you have just started this.
          </Line>
        )}
        {destination ? (
          <Line icon={<CircleCheck />}>{wordsOf(destination)}</Line>
        ) : (
          <Line icon={<CircleAlert className="text-warn" />}>
            A device asks for this. Continue only if it is yours and shows <Host>{code}</Host> now. Nobody who
            calls or writes to you needs this code.
          </Line>
        )}
      </ul>
    </div>
  );
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-2 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
      <span aria-hidden="true">{icon}</span>
      <span className="min-w-0 break-words">{children}</span>
    </li>
  );
}

const Host = ({ children }: { children: ReactNode }) => (
  <span className="font-mono text-xs text-ink">{children}</span>
);

function wordsOf({ kind, name }: NonNullable<AccessRequest['destination']>): ReactNode {
  if (kind === 'computer')
    return (
      <>
        Access goes to a program on this computer (<Host>{name}</Host>)
      </>
    );
  return (
    <>
      Access goes to {kind === 'app' ? 'the app' : null} <Host>{name}</Host>
    </>
  );
}
