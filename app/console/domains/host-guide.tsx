'use client';

import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { dnsHosts } from '#workspace/domains/hosts/catalogue.ts';
import { nameAt } from '#workspace/domains/hosts/detect.ts';
import type { Domain } from '../data/trpc.ts';
import { purposes } from '../labels/domains.ts';
import { Field, inputLook } from '../parts/field.tsx';

/** How to add the records where the domain's DNS is kept. */
export function HostGuide({ domain }: { domain: Domain }) {
  const [chosen, setChosen] = useState('');
  const host = dnsHosts.find(({ id, name }) => (chosen ? id === chosen : name === domain.dns_host));
  return (
    <section className="mb-8" aria-labelledby="guide">
      <h2 id="guide" className="mb-1 text-[15px] font-semibold">
        How to add them
      </h2>
      <p className="mb-3 text-[13px] text-ink-soft">
        {domain.dns_host
          ? `The DNS of ${domain.zone} is kept at ${domain.dns_host}.`
          : `Choose where the DNS of ${domain.zone} is kept. Usually that is where you bought the domain.`}
      </p>
      <div className="max-w-sm">
        <Field label="DNS host">
          {(props) => (
            <select
              {...props}
              className={inputLook}
              value={host?.id ?? ''}
              onChange={(event) => setChosen(event.target.value)}
            >
              <option value="" disabled>
                Choose one
              </option>
              {dnsHosts.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {host ? <Steps host={host} domain={domain} /> : null}
    </section>
  );
}

function Steps({ host, domain }: { host: (typeof dnsHosts)[number]; domain: Domain }) {
  return (
    <div className="mt-4 text-sm leading-6">
      <ol className="list-decimal space-y-1 pl-5">
        {host.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className="mt-3">Enter these names:</p>
      <ul className="mt-1 space-y-0.5">
        {domain.records.map(({ purpose, name, value }) => (
          <li key={`${purpose} ${name} ${value}`} className="flex flex-wrap gap-x-2">
            <span className="text-ink-soft">{purposes[purpose].name}:</span>
            <code className="font-mono text-[13px] leading-6 break-all">
              {nameAt(host, name, domain.zone)}
            </code>
          </li>
        ))}
      </ul>
      {host.notes.map((note) => (
        <p key={note} className="mt-3 text-[13px] text-ink-soft">
          {note}
        </p>
      ))}
      <a
        href={host.url}
        target="_blank"
        rel="noreferrer"
        className="prose-link mt-3 inline-flex items-center gap-1"
      >
        {`Open ${host.name}`}
        <ExternalLink aria-hidden="true" className="size-3.5" />
      </a>
    </div>
  );
}
