'use client';

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Permission } from '#kernel/catalogue/permissions.ts';
import { useSession } from '../data/session.tsx';
import { type AccessRequest, useTRPC } from '../data/trpc.ts';
import { Button } from '../parts/button.tsx';
import { Field, inputLook } from '../parts/field.tsx';
import { Refusal } from '../parts/refusal.tsx';
import { ApplicationCard } from './application-card.tsx';
import { Title } from './connection-frame.tsx';
import { IdentityChoice } from './identity-choice.tsx';
import { lifetimes, USUAL_DAYS } from './lifetimes.ts';
import type { NamedRequest } from './named-request.ts';
import { isContradiction, offeredOf } from './offered.ts';
import { PermissionChoice } from './permission-choice.tsx';

type Props = { named: NamedRequest; asked: AccessRequest; workspaceChoice: ReactNode };

/** The person's choice of workspace, identities, permissions and duration for the application. */
export function ConsentForm({ named, asked, workspaceChoice }: Props) {
  const [identities, setIdentities] = useState<readonly string[] | null>(null);
  const [days, setDays] = useState<number | null>(USUAL_DAYS);
  const offered = offeredOf(asked.scopes, identities ? 'identity' : 'tenant', useSession().permissions);
  const [chosen, setChosen] = useState<ReadonlySet<Permission>>(
    () => new Set(offered.filter((each) => !each.isPowerful).map(({ permission }) => permission)),
  );
  const granted = offered.flatMap(({ permission, obstacle }) =>
    obstacle === null && chosen.has(permission) ? [permission] : [],
  );
  const decision = useDecision(named);
  if (decision.result) return <Outcome {...decision.result} name={asked.name} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    decision.allow({ identity_ids: identities && [...identities], permissions: granted, days });
  };
  const contradiction = isContradiction(new Set(granted));
  return (
    <form onSubmit={submit}>
      <Title title={`Connect ${asked.name}?`}>It acts in your name, within what you choose here.</Title>
      <ApplicationCard asked={asked} code={'user_code' in named ? named.user_code : null} />
      <div className="mt-6 grid gap-4 sm:grid-cols-2">
        <div>
          <p className="mb-1.5 text-[13px] font-medium">Workspace</p>
          {workspaceChoice}
        </div>
        <Field label="How long">
          {(props) => (
            <select
              {...props}
              className={inputLook}
              value={days ?? ''}
              onChange={(event) => setDays(event.target.value ? Number(event.target.value) : null)}
            >
              {lifetimes.map(([value, name]) => (
                <option key={name} value={value ?? ''}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <IdentityChoice chosen={identities} setChosen={setIdentities} />
      <PermissionChoice offered={offered} chosen={chosen} setChosen={setChosen} />
      {contradiction ? (
        <p role="alert" className="mt-3 text-[13px] leading-5 text-bad">
          An application cannot both send messages and approve them. Choose one of the two.
        </p>
      ) : null}
      {decision.error ? (
        <div role="alert" className="mt-4 text-[13px] leading-5">
          <Refusal error={decision.error} />
        </div>
      ) : null}
      <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button disabled={decision.isPending} onClick={decision.deny}>
          Deny
        </Button>
        <Button
          tone="primary"
          type="submit"
          disabled={decision.isPending || granted.length === 0 || contradiction || identities?.length === 0}
        >
          Allow
        </Button>
      </div>
      <p className="mt-4 text-[13px] leading-5 text-pretty text-ink-soft">
        You can disconnect it at any time under Connected apps. It loses access when you leave the workspace.
      </p>
    </form>
  );
}

type Result = { isAllowed: boolean; redirect_to: string | null };

function useDecision(named: NamedRequest) {
  const trpc = useTRPC();
  const [result, setResult] = useState<Result | null>(null);
  const end = (isAllowed: boolean) => ({
    onSuccess: ({ redirect_to }: { redirect_to: string | null }) => {
      setResult({ isAllowed, redirect_to });
      if (redirect_to) location.assign(redirect_to);
    },
  });
  const allow = useMutation(trpc.applications.approve.mutationOptions(end(true)));
  const deny = useMutation(trpc.applications.deny.mutationOptions(end(false)));
  return {
    result,
    error: allow.error ?? deny.error,
    isPending: allow.isPending || deny.isPending,
    allow: (choice: { identity_ids: string[] | null; permissions: Permission[]; days: number | null }) =>
      allow.mutate({ ...named, ...choice }),
    deny: () => deny.mutate(named),
  };
}

function Outcome({ isAllowed, redirect_to, name }: Result & { name: string }) {
  const title = isAllowed ? `${name} is connected` : `${name} was refused`;
  return (
    <Title title={title}>
      <p role="status">
        {redirect_to ? 'You are being sent back to it. ' : 'Go back to your device. '}You can close this page.
      </p>
    </Title>
  );
}
