'use client';

import { AtSign } from 'lucide-react';
import Link from 'next/link';
import { type ReactNode, useState } from 'react';
import { useMay, useSession } from '../data/session.tsx';
import type { Identity } from '../data/trpc.ts';
import { buttonLook } from '../parts/button.tsx';
import { Choice } from '../parts/choice.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Empty } from '../parts/empty.tsx';
import { FilterSelect } from '../parts/filter-select.tsx';
import { Page } from '../parts/page-frame.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { useCurrentMailbox, useMailboxes } from '../shell/mailboxes.ts';
import {
  type ConnectFacts,
  examples,
  KEY_VARIABLE,
  mcpClients,
  typescriptSetup,
} from './connect-snippets.ts';

type Deployment = { apiUrl: string; mailDomain: string };

/** How to connect an agent: a key, the tools over MCP, and example requests with the workspace's own ids. */
export function ConnectPage({ deployment }: { deployment: Deployment }) {
  const { workspace } = useSession();
  const { mailboxes, isPending } = useMailboxes();
  const current = useCurrentMailbox();
  const [chosen, setChosen] = useState('');
  const mailbox = mailboxes.find(({ id }) => id === chosen) ?? current;
  if (!workspace) return null;
  const facts: ConnectFacts = {
    ...deployment,
    tenantId: workspace.id,
    mailbox: mailbox && { id: mailbox.id, address: mailbox.primary_address },
  };
  return (
    <Page title="Connect" intro="These examples contain the ids of this workspace, so they work as they are.">
      <div className="space-y-10">
        <Ids facts={facts} mailboxes={mailboxes} choose={setChosen} />
        <KeyStep />
        <McpStep facts={facts} />
        {isPending ? <Skeleton className="h-48" /> : <Requests facts={facts} />}
        <More apiUrl={deployment.apiUrl} />
      </div>
    </Page>
  );
}

function Step({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="space-y-3">
      <h2 id={id} className="text-[15px] font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

const Note = ({ children }: { children: ReactNode }) => (
  <p className="max-w-2xl text-sm leading-6 text-pretty text-ink-soft">{children}</p>
);

type IdsProps = { facts: ConnectFacts; mailboxes: Identity[]; choose: (id: string) => void };

function Ids({ facts, mailboxes, choose }: IdsProps) {
  const { mailbox } = facts;
  const lines: [name: string, value: string][] = [
    ['API', `${facts.apiUrl}/v1`],
    ['Workspace', facts.tenantId],
    ...(mailbox
      ? ([
          ['Identity', mailbox.id],
          ['Address', mailbox.address],
        ] as [string, string][])
      : []),
  ];
  return (
    <section aria-label="Ids" className="rounded-xl border border-line bg-surface">
      {mailbox && mailboxes.length > 1 ? (
        <div className="flex items-center justify-between gap-3 border-b border-line px-4 py-2.5">
          <span className="text-[13px] text-ink-soft">Examples for</span>
          <FilterSelect
            label="Identity of the examples"
            value={mailbox.id}
            options={mailboxes.map(({ id, primary_address }) => [id, primary_address] as const)}
            onChange={choose}
          />
        </div>
      ) : null}
      <dl className="divide-y divide-line">
        {lines.map(([name, value]) => (
          <div key={name} className="flex items-center gap-3 py-1 pr-2 pl-4">
            <dt className="w-20 shrink-0 text-[13px] text-ink-soft">{name}</dt>
            <dd className="min-w-0 flex-1 truncate font-mono text-[13px]">{value}</dd>
            <dd>
              <CopyButton text={value} subject={name.toLowerCase()} compact />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function KeyStep() {
  const mayMake = useMay('keys:manage');
  return (
    <Step id="key" title="A key for your agent">
      <Note>
        {mayMake
          ? 'Create a key for one identity with only the permissions that the agent needs. Its secret is shown once.'
          : 'Ask an admin of the workspace for a key for one identity with only the permissions that the agent needs.'}{' '}
        The examples below read the key from{' '}
        <code className="font-mono text-[13px] text-ink">{KEY_VARIABLE}</code>.
      </Note>
      {mayMake ? (
        <Link href="/console/developers/keys?new=1" className={buttonLook({ size: 'small' })}>
          Create a key
        </Link>
      ) : null}
      <CodeBlock
        caption="In a terminal"
        snippet={`export ${KEY_VARIABLE}=pmk_live_…`}
        subject="the line for the key"
      />
    </Step>
  );
}

function McpStep({ facts }: { facts: ConnectFacts }) {
  const clients = mcpClients(facts);
  const [client, setClient] = useState(clients[0]?.[0] ?? '');
  const snippet = clients.find(([name]) => name === client)?.[1];
  return (
    <Step id="mcp" title="Tools over MCP">
      <Note>
        The agent reads, searches and writes mail with these tools. It sees only the tools that its key
        allows.
      </Note>
      <Choice
        label="Client"
        options={clients.map(([name]) => [name, name] as const)}
        value={client}
        onChange={setClient}
      />
      {snippet ? (
        <>
          <CodeBlock
            caption={snippet.caption}
            snippet={snippet.text}
            subject={`the configuration of ${client}`}
            language={snippet.language}
          />
          {snippet.note ? <Note>{snippet.note}</Note> : null}
        </>
      ) : null}
    </Step>
  );
}

const languages = [
  ['curl', 'curl'],
  ['typescript', 'TypeScript'],
] as const;

function Requests({ facts }: { facts: ConnectFacts }) {
  const [language, setLanguage] = useState<'curl' | 'typescript'>('curl');
  const mayWrite = useMay('identities:write');
  if (!facts.mailbox) {
    return (
      <Step id="requests" title="Requests over HTTP">
        <Empty icon={AtSign} title="There is no identity yet">
          <p>Create one to see requests that are ready to run.</p>
          {mayWrite ? (
            <Link href="/console/identities?new=1" className={buttonLook({ tone: 'primary' })}>
              Create the first identity
            </Link>
          ) : null}
        </Empty>
      </Step>
    );
  }
  const isShell = language === 'curl';
  return (
    <Step id="requests" title="Requests over HTTP">
      <Choice label="Language" options={languages} value={language} onChange={setLanguage} />
      {isShell ? null : (
        <CodeBlock
          caption="Set up"
          snippet={typescriptSetup(facts)}
          subject="the setup lines"
          language="typescript"
        />
      )}
      <ol className="space-y-6 pt-2">
        {examples(facts).map((example) => (
          <li key={example.id} data-testid={`example-${example.id}`} className="space-y-2">
            <h3 className="text-sm font-medium">{example.title}</h3>
            <Note>{example.why}</Note>
            <CodeBlock
              caption={isShell ? 'curl' : 'TypeScript'}
              snippet={example[language]}
              subject={`“${example.title}”`}
              language={isShell ? 'shell' : 'typescript'}
            />
          </li>
        ))}
      </ol>
    </Step>
  );
}

function More({ apiUrl }: { apiUrl: string }) {
  const links: [href: string, name: string, about: string][] = [
    ['/docs', 'API reference', 'all operations with their fields, errors and examples'],
    ['/llms.txt', 'llms.txt', 'a short version for models that write code'],
    ['/skill.md', 'skill.md', 'a skill for coding agents that integrate Proofmail'],
    [`${apiUrl}/openapi.json`, 'openapi.json', 'the OpenAPI document, for client generators'],
    ['/console/developers/webhooks', 'Webhooks', 'receive events instead of polling'],
  ];
  return (
    <Step id="more" title="Next steps">
      <ul className="space-y-2 text-sm leading-6 text-ink-soft">
        {links.map(([href, name, about]) => (
          <li key={href}>
            <a href={href} className="prose-link">
              {name}
            </a>
            : {about}
          </li>
        ))}
      </ul>
    </Step>
  );
}
