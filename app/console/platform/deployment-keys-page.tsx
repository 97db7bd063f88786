'use client';

import { useMutation } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { RouterOutputs } from '#api/trpc/router.ts';
import { useTRPC } from '../data/trpc.ts';
import { ringKeys } from '../labels/platform.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { DialogForm } from '../parts/dialog-form.tsx';
import { Page } from '../parts/page-frame.tsx';
import { Rows } from '../parts/rows.tsx';
import { Time } from '../parts/time.tsx';
import { useSay } from '../shell/toasts.tsx';
import { DomainConnectSection } from './domain-connect-section.tsx';

type Rotation = RouterOutputs['platform']['rotate_key'];
type Purpose = Rotation['purpose'];

/** The keys with which the deployment itself signs. Each can be replaced; the old one stays valid for a while. */
export function DeploymentKeysPage() {
  const [asked, setAsked] = useState<Purpose | null>(null);
  const [done, setDone] = useState<Partial<Record<Purpose, Rotation>>>({});
  return (
    <Page
      title="Deployment keys"
      intro="The deployment signs with these keys itself. Replace one when somebody may have seen it, or when your rules require it."
    >
      <Rows
        items={Object.entries(ringKeys) as [Purpose, (typeof ringKeys)[Purpose]][]}
        keyOf={([purpose]) => purpose}
        row={([purpose, { name, about, overlap }]) => (
          <article aria-label={name} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
            <div className="min-w-0 flex-1 basis-64">
              <h2 className="text-sm font-medium">{name}</h2>
              <p className="text-[13px] leading-5 text-pretty text-ink-soft">
                {about} The old key stays valid for {overlap}.
              </p>
              {done[purpose] ? <Result rotation={done[purpose]} /> : null}
            </div>
            <Button size="small" aria-label={`Replace: ${name}`} onClick={() => setAsked(purpose)}>
              <RefreshCw aria-hidden="true" />
              Replace…
            </Button>
          </article>
        )}
      />
      <DomainConnectSection />
      <Dialog open={asked !== null} onClose={() => setAsked(null)} title="Replace this key?">
        {asked ? (
          <RotateForm
            purpose={asked}
            close={() => setAsked(null)}
            onDone={(rotation) => {
              setDone((before) => ({ ...before, [asked]: rotation }));
              setAsked(null);
            }}
          />
        ) : null}
      </Dialog>
    </Page>
  );
}

const Result = ({ rotation: { kid, created_at, previous } }: { rotation: Rotation }) => (
  <p role="status" className="mt-1 text-[13px] leading-5">
    New key <code className="font-mono text-xs break-all">{kid}</code> since <Time at={created_at} />.{' '}
    {previous ? (
      previous.revoked ? (
        'The old one is deleted.'
      ) : (
        <>
          The old one is valid until <Time at={previous.verify_until} long />.
        </>
      )
    ) : null}
  </p>
);

type RotateProps = { purpose: Purpose; close: () => void; onDone: (rotation: Rotation) => void };

function RotateForm({ purpose, close, onDone }: RotateProps) {
  const trpc = useTRPC();
  const say = useSay();
  const [isRevoked, setRevoked] = useState(false);
  const { mutate, isPending, error } = useMutation(
    trpc.platform.rotate_key.mutationOptions({
      onSuccess: (rotation) => {
        say.done('Replaced the key');
        onDone(rotation);
      },
    }),
  );
  const { name, overlap, lost } = ringKeys[purpose];
  return (
    <DialogForm
      action="Replace the key"
      isPending={isPending}
      error={error}
      onSubmit={() => mutate({ purpose, revoke_previous: isRevoked })}
      onCancel={close}
    >
      <p className="text-sm leading-6 text-pretty text-ink-soft">
        {name}: the deployment signs with a new key at once. What the old key signed stays valid for {overlap}
        .
      </p>
      <label className="flex items-start gap-2.5 text-sm leading-5">
        <input
          type="checkbox"
          className="mt-0.5 size-4 shrink-0 accent-accent"
          checked={isRevoked}
          onChange={(event) => setRevoked(event.target.checked)}
        />
        <span>
          Delete the old key at once
          <span className="block text-[13px] text-ink-soft">
            Choose this if somebody else may have it. {lost}
          </span>
        </span>
      </label>
    </DialogForm>
  );
}
