'use client';

import Link from 'next/link';
import { useSearchParams } from 'next/navigation';
import { useSession } from '../data/session.tsx';
import { cn } from '../parts/class-names.ts';
import { Page } from '../parts/page-frame.tsx';
import { AddressLists } from './address-lists.tsx';
import { Suppressed } from './suppressed.tsx';

const tabs = [
  ['suppressed', 'Suppressed'],
  ['send', 'Sending lists'],
  ['receive', 'Receiving lists'],
] as const;

/** Suppressed addresses, and the allow and block lists of the workspace. */
export function SuppressionsPage() {
  const { workspace } = useSession();
  const asked = useSearchParams().get('tab');
  const tab = asked === 'send' || asked === 'receive' ? asked : 'suppressed';
  if (!workspace) return null;
  return (
    <Page
      title="Suppressions and lists"
      intro="Addresses that get no mail from this workspace, and the lists that you manage yourself."
    >
      <nav aria-label="Lists" className="mb-5 flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map(([key, name]) => (
          <Link
            key={key}
            href={`/console/suppressions${key === 'suppressed' ? '' : `?tab=${key}`}`}
            aria-current={key === tab ? 'page' : undefined}
            className={cn(
              '-mb-px shrink-0 border-b-2 border-transparent px-3 py-2 text-sm text-ink-soft hover:text-ink',
              key === tab && 'border-ink font-medium text-ink',
            )}
          >
            {name}
          </Link>
        ))}
      </nav>
      {tab === 'suppressed' ? (
        <Suppressed tenantId={workspace.id} />
      ) : (
        <AddressLists key={tab} tenantId={workspace.id} direction={tab} />
      )}
    </Page>
  );
}
