'use client';

import Link from 'next/link';
import { Button } from '../parts/button.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import type { MadeKey } from './key-form.tsx';

/** Shows the secret of a new key once, with examples of its use. */
export function MadeKeyNotice({ made, apiUrl, close }: { made: MadeKey; apiUrl: string; close: () => void }) {
  const secret = made.secret ?? '';
  const mailbox = made.identity_id ? `/identities/${made.identity_id}/threads` : '/identities';
  return (
    <div className="space-y-5 overflow-y-auto px-5 pb-5">
      <p className="text-sm leading-6 text-ink-soft">
        The secret of <span className="font-medium text-ink">{made.name}</span> is shown only once. Store it
        where your agent keeps its secrets.
      </p>
      <CodeBlock caption="Secret" snippet={secret} subject="the secret" />
      <CodeBlock
        caption="A first call"
        snippet={`curl -H "Authorization: Bearer ${secret}" \\\n  ${apiUrl}/v1${mailbox}`}
        subject="a first call"
      />
      <CodeBlock
        caption="Tools over MCP (Claude Code)"
        snippet={`claude mcp add --transport http proofmail ${apiUrl}/mcp \\\n  --header "Authorization: Bearer ${secret}"`}
        subject="the configuration of Claude Code"
      />
      <p className="text-[13px] leading-5 text-ink-soft">
        For more examples and other clients, see{' '}
        <Link href="/console/developers/connect" className="prose-link">
          Connect
        </Link>
        .
      </p>
      <div className="flex justify-end">
        <Button tone="primary" onClick={close}>
          I have stored it
        </Button>
      </div>
    </div>
  );
}
