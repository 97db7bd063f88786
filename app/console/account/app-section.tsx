'use client';

import { useState } from 'react';
import { renderSVG } from 'uqr';
import { counted } from '../labels/counted.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { DialogForm } from '../parts/dialog-form.tsx';
import { Field, inputLook } from '../parts/field.tsx';
import { useSay } from '../shell/toasts.tsx';
import { Section } from './section.tsx';
import { type Security, useSecurityCall } from './security.ts';

type Props = { security: Security; mayChange: boolean; show: (codes: string[]) => void };
type Begun = { secret: string; uri: string };
type Codes = { recovery_codes: string[] | null };

/** The authenticator app, and the recovery codes of the person. */
export function AppSection({ security, mayChange, show }: Props) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const begin = useSecurityCall<Begun>('app/begin', setBegun);
  const { app, passkeys, second_factor_at } = security;
  return (
    <>
      <Section
        title="Authenticator app"
        text="An app on your phone shows a code that changes every 30 seconds. You are asked for it after the code or link by mail, or after your provider."
        action={
          app ? (
            <Button onClick={() => setRemoving(true)} disabled={!mayChange}>
              Remove
            </Button>
          ) : (
            <Button onClick={() => begin.mutate({})} disabled={!mayChange || begin.isPending}>
              Set up
            </Button>
          )
        }
      >
        {app ? <Badge tone="good">On</Badge> : null}
        <Dialog open={begun !== null} onClose={() => setBegun(null)} title="Set up an authenticator app">
          {begun ? (
            <SetUp
              begun={begun}
              close={() => setBegun(null)}
              done={({ recovery_codes }) => {
                setBegun(null);
                if (recovery_codes) show(recovery_codes);
              }}
            />
          ) : null}
        </Dialog>
        <Dialog open={isRemoving} onClose={() => setRemoving(false)} title="Remove the authenticator app?">
          <RemoveApp close={() => setRemoving(false)} />
        </Dialog>
      </Section>
      {app || passkeys.length > 0 ? (
        <Recovery left={security.recovery_codes} mayChange={second_factor_at !== null} show={show} />
      ) : null}
    </>
  );
}

type SetUpProps = { begun: Begun; close: () => void; done: (codes: Codes) => void };

function SetUp({ begun: { secret, uri }, close, done }: SetUpProps) {
  const say = useSay();
  const [code, setCode] = useState('');
  const { mutate, isPending, error } = useSecurityCall<Codes, { code: string }>(
    'app/confirm',
    (codes) => {
      say.done('The authenticator app is on');
      done(codes);
    },
    { isQuiet: true },
  );
  return (
    <DialogForm
      action="Turn on"
      isPending={isPending}
      isIncomplete={!/^\d{6}$/.test(code)}
      error={error}
      onSubmit={() => mutate({ code })}
      onCancel={close}
    >
      <p className="text-sm leading-6 text-ink-soft">
        Scan this with the app, then enter the code that it shows.
      </p>
      <div className="flex flex-wrap items-center gap-4">
        {/* Dark on white in both themes, because cameras cannot read light on dark. */}
        {/* biome-ignore lint/performance/noImgElement: it is made in the page, so there is nothing to load */}
        <img
          src={`data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(uri, { border: 2 }))}`}
          alt="QR code with the secret below"
          className="size-40 rounded-lg border border-line bg-white"
        />
        <div className="min-w-40 flex-1 text-[13px] leading-5 text-ink-soft">
          Without a camera, type this secret into the app:
          <span className="mt-1 block font-mono text-ink break-all select-all">
            {secret.match(/.{1,4}/g)?.join(' ')}
          </span>
          <CopyButton text={secret} subject="the secret" />
        </div>
      </div>
      <Field label="Six-digit code">
        {(props) => (
          <input
            {...props}
            data-autofocus
            inputMode="numeric"
            autoComplete="one-time-code"
            className={`${inputLook} font-mono`}
            value={code}
            onChange={(event) => setCode(event.target.value.replace(/\D/g, '').slice(0, 6))}
            required
          />
        )}
      </Field>
    </DialogForm>
  );
}

function RemoveApp({ close }: { close: () => void }) {
  const { mutate, isPending } = useSecurityCall<unknown>('app/remove', close);
  return (
    <Confirm action="Remove" isPending={isPending} onConfirm={() => mutate({})} onCancel={close}>
      Signing in no longer asks for its codes, so anyone who can read your mail can sign in as you.
    </Confirm>
  );
}

type RecoveryProps = { left: number; mayChange: boolean; show: (codes: string[]) => void };

function Recovery({ left, mayChange, show }: RecoveryProps) {
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useSecurityCall<Codes>('recovery-codes', ({ recovery_codes }) => {
    setAsking(false);
    show(recovery_codes ?? []);
  });
  return (
    <Section
      title="Recovery codes"
      text={`${counted(left, 'code')} left. Each signs you in once if you lose your second factor.`}
      action={
        <Button onClick={() => setAsking(true)} disabled={!mayChange}>
          Create new codes
        </Button>
      }
    >
      <Dialog open={isAsking} onClose={() => setAsking(false)} title="Create new recovery codes?">
        <Confirm
          action="Create new codes"
          keep="Keep the old ones"
          isPending={isPending}
          onConfirm={() => mutate({})}
          onCancel={() => setAsking(false)}
        >
          The codes that you have now stop working.
        </Confirm>
      </Dialog>
    </Section>
  );
}
