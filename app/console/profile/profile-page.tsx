'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { type FormEvent, useId, useState } from 'react';
import { failureOf, problemsOf } from '../data/failures.ts';
import { SESSION_KEY, useSession } from '../data/session.tsx';
import { useTRPC } from '../data/trpc.ts';
import { Button } from '../parts/button.tsx';
import { Field, inputLook } from '../parts/field.tsx';
import { Page } from '../parts/page-frame.tsx';
import { Refusal } from '../parts/refusal.tsx';
import { useSay } from '../shell/toasts.tsx';

/** The signed-in person: their name, and the zone in which they read times. */
export function ProfilePage() {
  const { user } = useSession();
  return (
    <Page title="Profile" intro={`You are signed in as ${user.email}.`}>
      <ProfileForm key={`${user.name} ${user.timezone}`} />
      <p className="mt-6 text-[13px] text-ink-soft">
        See the{' '}
        <Link href="/console/sessions" className="prose-link">
          devices on which you are signed in
        </Link>
        , and set up a passkey or a second factor on{' '}
        <Link href="/console/security" className="prose-link">
          Security
        </Link>
        .
      </p>
    </Page>
  );
}

const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

function ProfileForm() {
  const { user } = useSession();
  const trpc = useTRPC();
  const say = useSay();
  const zonesId = useId();
  const queryClient = useQueryClient();
  const [name, setName] = useState(user.name);
  const [zone, setZone] = useState(user.timezone ?? '');
  const { mutate, isPending, error } = useMutation(
    trpc.members.change_profile.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries({ queryKey: SESSION_KEY });
        say.done('Saved');
      },
    }),
  );
  const problems = error ? problemsOf(failureOf(error)) : new Map<string, string>();
  const isChanged = name.trim() !== user.name || zone.trim() !== (user.timezone ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate({ name: name.trim(), timezone: zone.trim() || null });
  };
  return (
    <form onSubmit={submit} className="max-w-lg space-y-4 rounded-xl border border-line bg-surface p-4">
      <Field
        label="Name"
        hint="Shown to the other members, in the audit log and to people whom you invite."
        problem={problems.get('name') ?? null}
      >
        {(props) => (
          <input
            {...props}
            required
            maxLength={100}
            autoComplete="name"
            className={inputLook}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field
        label="Time zone"
        hint={`The console shows times in this zone. Leave it empty to use the zone of your device, now ${deviceZone()}.`}
        problem={problems.has('timezone') ? 'Choose a zone from the list, for example Europe/Berlin.' : null}
      >
        {(props) => (
          <input
            {...props}
            list={zonesId}
            autoComplete="off"
            className={inputLook}
            value={zone}
            placeholder={deviceZone()}
            onChange={(event) => setZone(event.target.value)}
          />
        )}
      </Field>
      <datalist id={zonesId}>
        {Intl.supportedValuesOf('timeZone').map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      {error && problems.size === 0 ? (
        <div role="alert" className="text-[13px] leading-5">
          <Refusal error={error} />
        </div>
      ) : null}
      <div className="flex justify-end">
        <Button tone="primary" type="submit" disabled={isPending || !isChanged}>
          Save
        </Button>
      </div>
    </form>
  );
}
