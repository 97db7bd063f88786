'use client';

import { startRegistration } from '@simplewebauthn/browser';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { callJson } from '../data/call-json.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { DialogForm } from '../parts/dialog-form.tsx';
import { Field, inputLook } from '../parts/field.tsx';
import { Rows } from '../parts/rows.tsx';
import { Time } from '../parts/time.tsx';
import { useSay } from '../shell/toasts.tsx';
import { deviceOf } from './device.ts';
import { Section } from './section.tsx';
import { type Passkey, useSecurityCall } from './security.ts';

type Props = { passkeys: Passkey[]; mayChange: boolean; show: (codes: string[]) => void };
type Made = { recovery_codes: string[] | null };
type PasskeyDialog = { about: 'name' | 'remove'; passkey: Passkey } | null;

/** The passkeys of the person: added, renamed and removed. */
export function PasskeySection({ passkeys, mayChange, show }: Props) {
  const [isAdding, setAdding] = useState(false);
  const [asked, ask] = useState<PasskeyDialog>(null);
  const close = () => ask(null);
  return (
    <Section
      title="Passkeys"
      text="Sign in with your fingerprint, your face, the PIN of your device, or a security key. A passkey counts as two factors."
      action={
        <Button onClick={() => setAdding(true)} disabled={!mayChange}>
          <Plus aria-hidden="true" />
          Add a passkey
        </Button>
      }
    >
      {passkeys.length > 0 ? (
        <Rows
          items={passkeys}
          keyOf={({ id }) => id}
          row={(passkey) => <Row passkey={passkey} mayChange={mayChange} ask={ask} />}
        />
      ) : null}
      <Dialog open={isAdding} onClose={() => setAdding(false)} title="Add a passkey">
        <AddPasskey
          close={() => setAdding(false)}
          done={({ recovery_codes }) => {
            setAdding(false);
            if (recovery_codes) show(recovery_codes);
          }}
        />
      </Dialog>
      <Dialog open={asked?.about === 'name'} onClose={close} title="Rename the passkey">
        {asked ? <Rename key={asked.passkey.id} passkey={asked.passkey} close={close} /> : null}
      </Dialog>
      <Dialog open={asked?.about === 'remove'} onClose={close} title="Remove the passkey?">
        {asked ? <Remove passkey={asked.passkey} close={close} /> : null}
      </Dialog>
    </Section>
  );
}

type RowProps = { passkey: Passkey; mayChange: boolean; ask: (asked: PasskeyDialog) => void };

function Row({ passkey, mayChange, ask }: RowProps) {
  const { name, is_synced, created_at, used_at } = passkey;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <KeyRound className="size-4.5 shrink-0 text-ink-soft" aria-hidden="true" />
      <div className="min-w-40 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium break-words">
          {name}
          {is_synced ? <Badge>Synchronised</Badge> : null}
        </p>
        <p className="text-[13px] leading-5 text-ink-soft">
          Added <Time at={created_at} />
          {used_at ? (
            <>
              , last used <Time at={used_at} />
            </>
          ) : (
            ', not used yet'
          )}
        </p>
      </div>
      <Button size="small" onClick={() => ask({ about: 'name', passkey })} aria-label={`Rename ${name}`}>
        Rename
      </Button>
      <Button
        size="small"
        disabled={!mayChange}
        onClick={() => ask({ about: 'remove', passkey })}
        aria-label={`Remove ${name}`}
      >
        Remove
      </Button>
    </div>
  );
}

function NameField({ name, change }: { name: string; change: (name: string) => void }) {
  return (
    <Field label="Name" hint="So that you recognise it in this list.">
      {(props) => (
        <input
          {...props}
          data-autofocus
          className={inputLook}
          maxLength={60}
          value={name}
          onChange={(event) => change(event.target.value)}
          required
        />
      )}
    </Field>
  );
}

function AddPasskey({ close, done }: { close: () => void; done: (made: Made) => void }) {
  const say = useSay();
  const [name, setName] = useState(() => deviceOf(navigator.userAgent).name);
  const [error, setError] = useState<unknown>(null);
  const add = useSecurityCall<Made, { name: string; response: unknown }>(
    'passkeys',
    (made) => {
      say.done('Added the passkey');
      done(made);
    },
    { isQuiet: true },
  );
  const submit = async () => {
    setError(null);
    try {
      const optionsJSON = await callJson<Parameters<typeof startRegistration>[0]['optionsJSON']>(
        'POST',
        '/api/auth/passkeys/options',
        {},
      );
      // A person who closes the browser's dialog has changed their mind, so no error is shown.
      const response = await startRegistration({ optionsJSON }).catch(() => null);
      if (response) add.mutate({ name: name.trim(), response });
    } catch (failed) {
      setError(failed);
    }
  };
  return (
    <DialogForm
      action="Continue"
      isPending={add.isPending}
      isIncomplete={name.trim() === ''}
      error={error ?? add.error}
      onSubmit={() => void submit()}
      onCancel={close}
    >
      <p className="text-sm leading-6 text-ink-soft">Your browser will ask where to keep it.</p>
      <NameField name={name} change={setName} />
    </DialogForm>
  );
}

function Rename({ passkey, close }: { passkey: Passkey; close: () => void }) {
  const [name, setName] = useState(passkey.name);
  const { mutate, isPending, error } = useSecurityCall<unknown, { passkey_id: string; name: string }>(
    'passkeys/rename',
    close,
    { isQuiet: true },
  );
  return (
    <DialogForm
      action="Rename"
      isPending={isPending}
      isIncomplete={name.trim() === ''}
      error={error}
      onSubmit={() => mutate({ passkey_id: passkey.id, name: name.trim() })}
      onCancel={close}
    >
      <NameField name={name} change={setName} />
    </DialogForm>
  );
}

function Remove({ passkey, close }: { passkey: Passkey; close: () => void }) {
  const { mutate, isPending } = useSecurityCall<unknown, { passkey_id: string }>('passkeys/remove', close);
  return (
    <Confirm
      action="Remove"
      isPending={isPending}
      onConfirm={() => mutate({ passkey_id: passkey.id })}
      onCancel={close}
    >
      “{passkey.name}” will sign nobody in any more. Your device keeps showing it until you delete it there,
      too.
    </Confirm>
  );
}
