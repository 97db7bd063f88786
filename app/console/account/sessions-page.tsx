'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { limits } from '#kernel/catalogue/limits.ts';
import { callJson } from '../data/call-json.ts';
import { failureOf } from '../data/failures.ts';
import { useSession, useSessionChanges } from '../data/session.tsx';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Page } from '../parts/page-frame.tsx';
import { Rows } from '../parts/rows.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { Time } from '../parts/time.tsx';
import { useSay } from '../shell/toasts.tsx';
import { deviceOf } from './device.ts';

/** `GET /api/auth/sessions` (src/api/console/auth.ts). */
type Listed = {
  id: string;
  user_agent: string;
  address: string;
  created_at: string;
  seen_at: string;
  expires_at: string;
  is_this: boolean;
};

const sessionsKey = ['sessions'] as const;
const { rolling, absolute } = limits.sessionDays;

/** The devices on which this person is signed in, with a way to sign out of each. */
export function SessionsPage() {
  const { user } = useSession();
  const { data, error, refetch } = useQuery({
    queryKey: sessionsKey,
    queryFn: () => callJson<{ data: Listed[] }>('GET', '/api/auth/sessions'),
  });
  const [isEnding, setEnding] = useState(false);
  const others = data?.data.filter(({ is_this }) => !is_this) ?? [];
  return (
    <Page
      title="Sessions"
      intro={`The devices on which ${user.email} is signed in. A session ends after ${rolling} days without use, and ${absolute} days after you signed in at the latest.`}
      action={
        others.length > 0 ? (
          <Button onClick={() => setEnding(true)}>Sign out of all other devices</Button>
        ) : null
      }
    >
      {error && !data ? <FailureNotice failure={failureOf(error)} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton className="h-24" /> : null}
      {data ? (
        <Rows
          items={data.data.toSorted((one, other) => Number(other.is_this) - Number(one.is_this))}
          keyOf={({ id }) => id}
          row={(session) => <Row session={session} />}
        />
      ) : null}
      {data && others.length === 0 ? (
        <p className="mt-4 text-[13px] leading-5 text-ink-soft">
          You are signed in on this device only. If you see a device here that is not yours, sign it out. It
          loses access at once.
        </p>
      ) : null}
      <Dialog open={isEnding} onClose={() => setEnding(false)} title="Sign out of all other devices?">
        <EndOthers many={others.length} close={() => setEnding(false)} />
      </Dialog>
    </Page>
  );
}

function useEnding(path: string, done: () => void) {
  const say = useSay();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: object) => callJson('POST', `/api/auth/sessions/${path}`, body),
    onError: say.failed,
    onSuccess: done,
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsKey }),
  });
}

function Row({ session }: { session: Listed }) {
  const say = useSay();
  const { signOut } = useSessionChanges();
  const { id, user_agent, address, created_at, seen_at, is_this } = session;
  const device = deviceOf(user_agent);
  const { mutate, isPending } = useEnding('revoke', () => say.done(`Signed out ${device.name}`));
  const Icon = device.isPhone ? Smartphone : Laptop;
  return (
    <div className="flex items-center gap-3 px-4 py-3">
      <span className="grid size-9 shrink-0 place-items-center rounded-full bg-hover text-ink-soft">
        <Icon className="size-4.5" aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium" title={user_agent}>
          {device.name}
          {is_this ? <Badge tone="good">This device</Badge> : null}
        </p>
        <p className="text-[13px] leading-5 break-words text-ink-soft">
          Last active <Time at={seen_at} /> · signed in <Time at={created_at} />
          {address ? (
            <>
              {' '}
              · <span className="font-mono text-xs">{address}</span>
            </>
          ) : null}
        </p>
      </div>
      {is_this ? (
        <Button size="small" onClick={() => void signOut().catch(say.failed)}>
          Sign out
        </Button>
      ) : (
        <Button
          size="small"
          disabled={isPending}
          aria-label={`Sign out ${device.name}`}
          onClick={() => mutate({ session_id: id })}
        >
          Sign out
        </Button>
      )}
    </div>
  );
}

function EndOthers({ many, close }: { many: number; close: () => void }) {
  const say = useSay();
  const { mutate, isPending } = useEnding('revoke-others', () => {
    say.done('You are now signed in on this device only');
    close();
  });
  return (
    <Confirm
      action="Sign out of all other devices"
      keep="Keep them signed in"
      isPending={isPending}
      onConfirm={() => mutate({})}
      onCancel={close}
    >
      {many === 1 ? 'The other device' : `The ${many} other devices`} must sign in again with a code from your
      mail. This device stays signed in.
    </Confirm>
  );
}
