'use client';

import type { WebhookWithSecret } from '../data/trpc.ts';
import { Button } from '../parts/button.tsx';
import { CodeBlock } from '../parts/code-block.tsx';

const verify = `import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.PROOFMAIL_WEBHOOK_SECRET);
// The body as it came, before anything parses it. Throws when the signature is wrong or old.
const event = webhook.verify(rawBody, headers);`;

/** An endpoint's new secret, this once, with what to do with it. */
export function WebhookSecret({ made, close }: { made: WebhookWithSecret; close: () => void }) {
  return (
    <div className="space-y-4 overflow-y-auto px-5 pb-5">
      <p className="text-sm leading-6 text-pretty text-ink-soft">
        This is the only time that it is shown. Every request to{' '}
        <span className="break-all text-ink">{made.url}</span> is signed with it, so that your server can tell
        that it is from here.
      </p>
      <CodeBlock caption="PROOFMAIL_WEBHOOK_SECRET" snippet={made.secret ?? ''} subject="the secret" />
      <CodeBlock
        caption="Standard Webhooks, in TypeScript"
        snippet={verify}
        subject="the lines that verify"
        language="typescript"
      />
      <div className="flex justify-end">
        <Button tone="primary" onClick={close}>
          I have kept it
        </Button>
      </div>
    </div>
  );
}
