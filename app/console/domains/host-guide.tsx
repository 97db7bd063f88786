'use client';

import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { failureOf } from '../data/failures.ts';
import { type Domain, type DomainGuide, useTRPC } from '../data/trpc.ts';
import { purposes } from '../labels/domains.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Field, inputLook } from '../parts/field.tsx';
import { Skeleton } from '../parts/skeleton.tsx';

/** How to add the records at the domain's DNS host. */
export function HostGuide({ domain }: { domain: Domain }) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.domains.read_guide.queryOptions({ domain_id: domain.id }));
  return (
    <section className="mb-8" aria-labelledby="guide">
      <h2 id="guide" className="mb-1 text-[15px] font-semibold">
        How to add them
      </h2>
      {error && !data ? <FailureNotice failure={failureOf(error)} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton className="h-16" /> : null}
      {data ? <Guide guide={data} domain={domain} /> : null}
    </section>
  );
}

function Guide({ guide, domain }: { guide: DomainGuide; domain: Domain }) {
  const { detected, domain_connect, hosts } = guide;
  const [chosen, setChosen] = useState(detected ?? '');
  const host = hosts.find(({ id }) => id === chosen);
  return (
    <>
      <p className="mb-3 text-[13px] text-ink-soft">{whereItIs(domain)}</p>
      {domain_connect ? (
        <p className="mb-4 text-sm">
          <Outside href={domain_connect.apply_url}>{`Add all records at ${domain_connect.provider}`}</Outside>
        </p>
      ) : null}
      <div className="max-w-sm">
        <Field label="DNS host">
          {(props) => (
            <select
              {...props}
              className={inputLook}
              value={chosen}
              onChange={(event) => setChosen(event.target.value)}
            >
              <option value="" disabled>
                Choose one
              </option>
              {hosts.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {host ? <Steps host={host} domain={domain} /> : null}
    </>
  );
}

function whereItIs({ zone, dns_host, registration }: Domain): string {
  if (dns_host) return `The DNS of ${zone} is kept at ${dns_host}.`;
  const registrar = registration?.registrar;
  return registrar
    ? `Choose where the DNS of ${zone} is kept. Usually that is where it was registered, at ${registrar}.`
    : `Choose where the DNS of ${zone} is kept. Usually that is where you bought the domain.`;
}

function Steps({ host, domain }: { host: DomainGuide['hosts'][number]; domain: Domain }) {
  return (
    <div className="mt-4 text-sm leading-6">
      <ol className="list-decimal space-y-1 pl-5">
        {host.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className="mt-3">Enter these names:</p>
      <ul className="mt-1 space-y-0.5">
        {domain.records.map(({ purpose, name, value }, place) => (
          <li key={`${purpose} ${name} ${value}`} className="flex flex-wrap gap-x-2">
            <span className="text-ink-soft">{purposes[purpose].name}:</span>
            <code className="font-mono text-[13px] leading-6 break-all">{host.names[place] ?? name}</code>
          </li>
        ))}
      </ul>
      {host.notes.map((note) => (
        <p key={note} className="mt-3 text-[13px] text-ink-soft">
          {note}
        </p>
      ))}
      <p className="mt-3">
        <Outside href={host.url}>{`Open ${host.name}`}</Outside>
      </p>
    </div>
  );
}

const Outside = ({ href, children }: { href: string; children: string }) => (
  <a href={href} target="_blank" rel="noreferrer" className="prose-link inline-flex items-center gap-1">
    {children}
    <ExternalLink aria-hidden="true" className="size-3.5" />
  </a>
);
