'use client';

import Link from 'next/link';
import { useState } from 'react';
import { KEY_VARIABLE, mcpClients } from '../../developers/connect-snippets.ts';
import { Choice } from '../../parts/choice.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Time } from '../../parts/time.tsx';
import type { HomeDeployment, Setup } from '../use-overview.ts';

type Agent = NonNullable<NonNullable<Setup['agent']>['result']>;
type Props = { deployment: HomeDeployment; secret: string | null; isDone: boolean };

const ways = [
  ['mcp', 'Claude Code'],
  ['curl', 'curl'],
] as const;

/** A first call to paste. It contains the secret while the page still knows it. */
export function ConnectAgent({ deployment: { apiUrl }, secret, isDone }: Props) {
  const [way, setWay] = useState<(typeof ways)[number][0]>('curl');
  const key = secret ?? `$${KEY_VARIABLE}`;
  const mcp = mcpClients({ apiUrl })[0]?.[1].text.replace(`$${KEY_VARIABLE}`, key) ?? '';
  const snippet =
    way === 'mcp' ? mcp : `curl -H "Authorization: Bearer ${key}" \\\n  ${apiUrl}/v1/identities`;
  return (
    <div className="space-y-3">
      <Choice label="Client" options={ways} value={way} onChange={setWay} />
      <CodeBlock caption="In a terminal" snippet={snippet} subject="the first call" />
      <p role="status" className="text-[13px] text-ink-soft">
        {isDone ? null : 'Waiting for the first call. It can take up to a minute to show.'}
      </p>
      <p className="text-[13px] text-ink-soft">
        Other clients and examples are on the page{' '}
        <Link href="/console/developers/connect" className="prose-link">
          Connect
        </Link>
        .
      </p>
    </div>
  );
}

export const AgentResult = ({ agent }: { agent: Agent }) => (
  <p>
    {agent.name} {agent.is_application ? 'has been connected since' : 'last called'} <Time at={agent.at} />
  </p>
);
