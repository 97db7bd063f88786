'use client';

import type { WebhookWithSecret } from '../data/trpc.ts';
import { Button } from '../parts/button.tsx';
import { CodeBlock } from '../parts/code-block.tsx';

const verify = `import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.PROOFMAIL_WEBHOOK_SECRET);
// Pass the raw body, before it is parsed. This throws when the signature is wrong or too old.
const event = webhook.verify(rawBody, headers);`;

/** Shows the new secret of an endpoint once, and how to use it. */
export function WebhookSecret({ made, close }: { made: WebhookWithSecret; close: () => void }) {
  return (
    <div className="space-y-4 overflow-y-auto px-5 pb-5">
      <p className="text-sm leading-6 text-pretty text-ink-soft">
        This secret is shown only once. Every request to{' '}
        <span className="break-all text-ink">{made.url}</span> is signed with it, so that your server can
        verify that the request comes from Proofmail.
      </p>
      <CodeBlock caption="PROOFMAIL_WEBHOOK_SECRET" snippet={made.secret ?? ''} subject="the secret" />
      <CodeBlock
        caption="Standard Webhooks, in TypeScript"
        snippet={verify}
        subject="the verification code"
        language="typescript"
      />
      <div className="flex justify-end">
        <Button tone="primary" onClick={close}>
          I have stored it
        </Button>
      </div>
    </div>
  );
}
