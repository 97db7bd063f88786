'use client';

import { Button } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import type { MadeKey } from './key-form.tsx';

/** A new key's secret, this once, with what to paste it into. */
export function MadeKeyNotice({ made, apiUrl, close }: { made: MadeKey; apiUrl: string; close: () => void }) {
  const secret = made.secret ?? '';
  const mailbox = made.identity_id ? `/identities/${made.identity_id}/threads` : '/identities';
  return (
    <div className="space-y-5 overflow-y-auto px-5 pb-5">
      <p className="text-sm leading-6 text-ink-soft">
        This is the only time that the secret of <span className="font-medium text-ink">{made.name}</span> is
        shown. Keep it where your agent keeps its secrets.
      </p>
      <Snippet title="Secret" text={secret} />
      <Snippet
        title="A first call"
        text={`curl -H "Authorization: Bearer ${secret}" \\\n  ${apiUrl}/v1${mailbox}`}
      />
      <Snippet
        title="As tools, over MCP (Claude Code)"
        text={`claude mcp add --transport http proofmail ${apiUrl}/mcp \\\n  --header "Authorization: Bearer ${secret}"`}
      />
      <div className="flex justify-end">
        <Button tone="primary" onClick={close}>
          I have kept it
        </Button>
      </div>
    </div>
  );
}

function Snippet({ title, text }: { title: string; text: string }) {
  return (
    <section aria-label={title}>
      <div className="mb-1 flex items-center justify-between">
        <h3 className="text-[13px] font-medium">{title}</h3>
        <CopyButton text={text} subject={title.toLowerCase()} />
      </div>
      <pre className="overflow-x-auto rounded-lg border border-line bg-sunken px-3 py-2.5 font-mono text-xs leading-5">
        {text}
      </pre>
    </section>
  );
}
