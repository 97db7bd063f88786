'use client';

import type { ReactNode } from 'react';
import type { Deployment } from '../deployment.ts';
import { CodeBlock } from '../parts/code-block.tsx';
import { type Fact, Facts } from '../parts/facts.tsx';
import { HealthStatus } from '../parts/health-status.tsx';
import { Page } from '../parts/page-frame.tsx';
import { type FirstCall, firstCalls, shellSetup } from './first-calls.ts';

/** The deployment's addresses for its operator, and five calls with the platform key. */
export function FirstCallsPage({ deployment }: { deployment: Deployment }) {
  return (
    <Page
      title="First calls"
      intro="This deployment gives agents addresses. They receive mail over SMTP, and read and answer it over a REST API. Five calls lead to the first answered message."
    >
      <div className="space-y-10">
        <DeploymentCard deployment={deployment} />
        <div className="min-w-0">
          <FirstCalls deployment={deployment} />
          <Onwards />
        </div>
      </div>
    </Page>
  );
}

function DeploymentCard({ deployment }: { deployment: Deployment }) {
  const { apiUrl, smtpAddress, mailDomain, keyPlace, capturesMail } = deployment;
  const facts: Fact[] = [
    { name: 'API address', value: apiUrl, copyable: true },
    smtpAddress
      ? { name: 'SMTP address', value: smtpAddress, copyable: true }
      : { name: 'SMTP address', value: 'Off', note: 'PM_SMTP_PORT is 0.', copyable: false },
    { name: 'Mail domain', value: mailDomain, copyable: true },
    {
      name: 'Outgoing mail',
      value: capturesMail ? 'Captured' : 'Sent',
      note: capturesMail
        ? 'It is kept on this machine. Nothing leaves it.'
        : 'It is handed to the mail server in PM_SMTP_URL.',
      copyable: false,
    },
    {
      name: 'Platform key',
      value: keyPlace,
      note: 'The key for the calls on this page. It gives access to everything here, so keep it secret.',
      copyable: true,
    },
  ];
  return (
    <section
      aria-labelledby="deployment"
      className="overflow-hidden rounded-xl border border-line bg-surface"
    >
      <h2 id="deployment" className="sr-only">
        This deployment
      </h2>
      <div className="border-b border-line px-5 py-4">
        <HealthStatus />
      </div>
      <Facts facts={facts} />
    </section>
  );
}

function FirstCalls({ deployment }: { deployment: Deployment }) {
  return (
    <section aria-labelledby="first-calls">
      <h2 id="first-calls" className="text-xl font-semibold tracking-tight">
        The first five calls
      </h2>
      <p className="mt-2 mb-4 text-[15px] leading-6 text-ink-soft">
        Open a terminal on the machine that runs this deployment. Set these two variables, then paste one call
        after the other. Each call prints its response and keeps the id that the next one needs.
      </p>
      <CodeBlock caption="Set up" snippet={shellSetup(deployment)} subject="the setup lines" />
      <ol className="mt-10 space-y-10">
        {firstCalls(deployment).map((call, index) => (
          <Step key={call.id} call={call} number={index + 1} />
        ))}
      </ol>
    </section>
  );
}

function Step({ call, number }: { call: FirstCall; number: number }) {
  return (
    <li id={call.id}>
      <div className="flex items-start gap-3">
        <span
          aria-hidden="true"
          className="mt-px grid size-6 shrink-0 place-items-center rounded-full bg-accent-wash text-[13px] font-semibold text-accent tabular-nums"
        >
          {number}
        </span>
        <div>
          <h3 className="text-[17px] leading-6.5 font-medium">{call.title}</h3>
          <p className="mt-1 mb-4 max-w-2xl text-[15px] leading-6 text-pretty text-ink-soft">{call.why}</p>
        </div>
      </div>
      {call.snippet ? (
        <CodeBlock caption={call.route} snippet={call.snippet} subject={`call ${number}`} />
      ) : (
        <p className="rounded-lg border border-line bg-sunken px-4 py-3 text-[15px] leading-6">
          The SMTP listener is off. To receive mail, set <Mono>PM_SMTP_PORT</Mono> to a port other than 0 and
          restart.
        </p>
      )}
    </li>
  );
}

function Onwards() {
  return (
    <section aria-labelledby="onwards" className="mt-14 border-t border-line pt-10">
      <h2 id="onwards" className="text-xl font-semibold tracking-tight">
        Next steps
      </h2>
      <ul className="mt-4 space-y-3 text-[15px] leading-6 text-ink-soft">
        <li>
          The{' '}
          <a href="/docs" className="prose-link">
            API reference
          </a>{' '}
          describes every call of this deployment, with its errors and how to fix them. Programs can read the
          same in{' '}
          <a href="/openapi.json" className="prose-link">
            openapi.json
          </a>
          .
        </li>
        <li>
          The console page{' '}
          <a href="/console/developers/connect" className="prose-link">
            Connect
          </a>{' '}
          has the configuration of MCP clients and examples to copy.
        </li>
        <li>
          <Mono>npm run demo</Mono> shows the same steps in a terminal, with an attachment.
        </li>
        <li>
          <Mono>README.md</Mono> and <Mono>docs/</Mono> in the checkout explain the variables and the
          architecture.
        </li>
        <li>
          <a href="/.well-known/security.txt" className="prose-link">
            security.txt
          </a>{' '}
          says how to report a vulnerability.
        </li>
      </ul>
    </section>
  );
}

function Mono({ children }: { children: ReactNode }) {
  return <code className="font-mono text-[0.9em] text-ink">{children}</code>;
}
