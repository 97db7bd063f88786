'use client';

import { useMutation } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { useSession } from '../../data/session.tsx';
import { type Domain, useTRPC } from '../../data/trpc.ts';
import { domainState } from '../../labels/domains.ts';
import { Badge } from '../../parts/badge.tsx';
import { type Setup, useOverviewRefresh } from '../use-overview.ts';
import { InlineForm } from './inline-form.tsx';

type Added = NonNullable<NonNullable<Setup['domain']>['result']>;

/** Adds a domain by the method of DNS records, which works for every domain. The domains page has the other methods. */
export function AddDomain() {
  const trpc = useTRPC();
  const { workspace } = useSession();
  const refresh = useOverviewRefresh();
  const [domain, setDomain] = useState('');
  const { mutate, isPending, error } = useMutation(
    trpc.domains.create.mutationOptions({
      onSuccess: () => {
        setDomain('');
        refresh();
      },
    }),
  );
  return (
    <InlineForm
      label="Domain"
      hint={
        <>
          You then add a few DNS records. For other ways, see{' '}
          <Link href="/console/domains" className="prose-link">
            Domains
          </Link>
          .
        </>
      }
      value={domain}
      change={setDomain}
      placeholder="agents.example.com"
      action="Add"
      isPending={isPending}
      error={error}
      field="domain"
      submit={() => mutate({ tenant_id: workspace?.id ?? '', domain: domain.trim(), method: 'records' })}
    />
  );
}

export function DomainResult({ domain }: { domain: Added }) {
  const { name, tone, meaning } = domainState({ status: domain.status as Domain['status'] });
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Link
        href={`/console/domains/${domain.domain_id}`}
        className="min-w-0 font-mono text-xs break-all text-ink hover:underline"
      >
        {domain.domain}
      </Link>
      <Badge tone={tone}>{name}</Badge>
      <span className="basis-full">{meaning}</span>
    </p>
  );
}
