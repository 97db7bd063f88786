'use client';

import { useSearchParams } from 'next/navigation';
import { Button } from '../parts/button.tsx';
import { Rows } from '../parts/rows.tsx';
import { Time } from '../parts/time.tsx';
import { Section } from './section.tsx';
import { type Account, type Security, useSecurityCall } from './security.ts';

type Props = { security: Security; mayChange: boolean };

/** Accounts at providers that sign the person in. */
export function LinkedAccounts({ security: { accounts, providers }, mayChange }: Props) {
  const refused = useSearchParams().get('refused');
  const link = useSecurityCall<{ url: string }, { provider: string }>('accounts/link', ({ url }) =>
    location.assign(url),
  );
  if (providers.length === 0 && accounts.length === 0) return null;
  const labelOf = (name: string) =>
    providers.find((each) => each.name === name)?.label ?? 'A former provider';
  return (
    <Section
      title="Linked accounts"
      text="Accounts elsewhere that sign you in. They are recognised by the account itself, even when its address changes."
    >
      {refused ? (
        <p role="alert" className="mb-3 text-sm text-bad">
          The account at {labelOf(refused)} was not linked. It may belong to somebody else here.
        </p>
      ) : null}
      {accounts.length > 0 ? (
        <Rows
          items={accounts}
          keyOf={({ id }) => id}
          row={(account) => <Row account={account} label={labelOf(account.provider)} mayChange={mayChange} />}
        />
      ) : null}
      <div className="mt-3 flex flex-wrap gap-2">
        {providers.map(({ name, label }) => (
          <Button
            key={name}
            disabled={!mayChange || link.isPending}
            onClick={() => link.mutate({ provider: name })}
          >
            Link an account at {label}
          </Button>
        ))}
      </div>
    </Section>
  );
}

type RowProps = { account: Account; label: string; mayChange: boolean };

function Row({ account: { id, email, created_at, used_at }, label, mayChange }: RowProps) {
  const { mutate, isPending } = useSecurityCall<unknown, { account_id: string }>('accounts/unlink', () => {});
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <div className="min-w-40 flex-1">
        <p className="text-sm font-medium break-words">
          {label}
          {email ? <span className="font-normal text-ink-soft"> {email}</span> : null}
        </p>
        <p className="text-[13px] leading-5 text-ink-soft">
          Linked <Time at={created_at} />
          {used_at ? (
            <>
              , last used <Time at={used_at} />
            </>
          ) : null}
        </p>
      </div>
      <Button
        size="small"
        disabled={!mayChange || isPending}
        onClick={() => mutate({ account_id: id })}
        aria-label={`Unlink the account at ${label}`}
      >
        Unlink
      </Button>
    </div>
  );
}
