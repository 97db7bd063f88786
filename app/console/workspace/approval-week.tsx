'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { useTRPC } from '../data/trpc.ts';
import { counted } from '../labels/counted.ts';
import { policyChoices } from '../labels/policy.ts';
import { Time } from '../parts/time.tsx';

const modes = ['new_recipients', 'risky', 'external', 'always'] as const;
type Mode = (typeof modes)[number];
const SHOWN = 5;

/** How many messages each choice of “Messages that a person approves” would have held in the last week. */
export function ApprovalWeek({ tenantId }: { tenantId: string }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.approvals.last_week.queryOptions({ tenant_id: tenantId }));
  const [open, setOpen] = useState<Mode | null>(null);
  if (!data) return null;
  const held: Record<Mode, number> = { ...data, always: data.sends };
  const examples = data.examples
    .filter((send) => (send.modes as string[]).includes(open ?? ''))
    .slice(0, SHOWN);
  return (
    <section aria-label="What would have waited for approval">
      <h2 className="text-[15px] font-semibold tracking-tight">What would have waited for approval</h2>
      <p className="mt-0.5 mb-2.5 text-[13px] leading-5 text-pretty text-ink-soft">
        {data.sends === 0
          ? 'No agent sent anything in the last seven days.'
          : `Agents and members sent ${counted(data.sends, 'message')} in the last seven days. This is how many of them each choice would have held.`}
      </p>
      {data.sends === 0 ? null : (
        <div className="divide-y divide-line rounded-xl border border-line bg-surface">
          {modes.map((mode) => (
            <div key={mode} className="px-4 py-2.5 text-[13px] leading-5">
              <button
                type="button"
                className="flex w-full items-center gap-3 text-left disabled:cursor-default"
                aria-expanded={open === mode}
                disabled={mode === 'always' || held[mode] === 0}
                onClick={() => setOpen(open === mode ? null : mode)}
              >
                <span className="w-44 shrink-0 font-medium text-pretty sm:w-64">{policyChoices[mode]}</span>
                <span aria-hidden className="h-1.5 min-w-0 flex-1 rounded-full bg-sunken">
                  <span
                    className="block h-full rounded-full bg-ink-soft"
                    style={{ width: `${(100 * held[mode]) / data.sends}%` }}
                  />
                </span>
                <span className="w-12 shrink-0 text-right tabular-nums">{held[mode]}</span>
              </button>
              {open === mode ? (
                <ul className="mt-1.5 space-y-1" aria-label="The newest of them">
                  {examples.map((send) => (
                    <li key={send.message_id} className="flex min-w-0 items-baseline gap-2">
                      <span className="flex min-w-0 flex-1 flex-wrap gap-x-2">
                        <Link
                          href={`/console/mail/${send.identity_id}/${send.thread_id}`}
                          className="max-w-full truncate hover:underline"
                        >
                          {send.subject || 'No subject'}
                        </Link>
                        <span className="max-w-full truncate text-ink-soft">
                          to {send.recipients.join(', ')}
                        </span>
                      </span>
                      <Time at={send.at} className="shrink-0 text-ink-soft" />
                    </li>
                  ))}
                  {examples.length === 0 ? (
                    <li className="text-ink-soft">They are older than the newest 20 that are shown here.</li>
                  ) : null}
                </ul>
              ) : null}
            </div>
          ))}
        </div>
      )}
    </section>
  );
}
