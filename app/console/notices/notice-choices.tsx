'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureOf } from '../data/failures.ts';
import { noticesKey } from '../data/seed-keys.ts';
import { useSession } from '../data/session.tsx';
import { type NoticeChoices as Choices, useTRPCClient } from '../data/trpc.ts';
import { noticeLabels } from '../labels/notices.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Rows } from '../parts/rows.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { useSay } from '../shell/toasts.tsx';

type ChoiceOf = Choices['data'][number];

/** Two switches for each kind of notice. */
export function NoticeChoices() {
  const client = useTRPCClient();
  const { user, workspace } = useSession();
  const { data, error, refetch } = useQuery({
    queryKey: [...noticesKey, 'choices', workspace?.id],
    queryFn: () => client.notices.list_choices.query({}),
  });
  if (error && !data) return <FailureNotice failure={failureOf(error)} retry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-72" />;
  const groups = [
    ['workspace', `In ${workspace?.name ?? 'this workspace'}`],
    ['platform', 'In this deployment'],
  ] as const;
  return (
    <>
      {groups.map(([scope, title]) => {
        const rows = data.data.filter((choice) => choice.scope === scope);
        return rows.length === 0 ? null : (
          <section key={scope} className="mb-6">
            <h2 className="mb-2 text-sm font-medium">{title}</h2>
            <Rows items={rows} keyOf={({ kind }) => kind} row={(choice) => <Row choice={choice} />} />
          </section>
        );
      })}
      <p className="text-[13px] leading-5 text-pretty text-ink-soft">
        Mail goes to {user.email}: at most 50 notices a day, and 200 from one workspace. What is above that
        comes in one digest at 09:00 ({data.timezone}).
      </p>
    </>
  );
}

function Row({ choice }: { choice: ChoiceOf }) {
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const say = useSay();
  const { workspace } = useSession();
  const key = [...noticesKey, 'choices', workspace?.id];
  // A change shows at once, before the server's response.
  const [shown, setShown] = useState(choice);
  const { mutate } = useMutation({
    mutationFn: ({ kind, by_mail, in_console }: ChoiceOf) =>
      client.notices.choose.mutate({ kind, by_mail, in_console }),
    onError: (error) => {
      setShown(choice);
      say.failed(error);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  });
  const change = (changed: ChoiceOf) => {
    setShown(changed);
    mutate(changed);
  };
  const { name, when } = noticeLabels[choice.kind];
  return (
    <fieldset className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3">
      <legend className="sr-only">{name}</legend>
      <span className="min-w-48 flex-1">
        <span className="block text-sm font-medium">{name}</span>
        <span className="block text-[13px] leading-5 text-pretty text-ink-soft">{when}</span>
      </span>
      <Tick label="Mail" isOn={shown.by_mail} set={(isOn) => change({ ...shown, by_mail: isOn })} />
      <Tick label="Console" isOn={shown.in_console} set={(isOn) => change({ ...shown, in_console: isOn })} />
    </fieldset>
  );
}

function Tick({ label, isOn, set }: { label: string; isOn: boolean; set: (isOn: boolean) => void }) {
  return (
    <label className="flex cursor-pointer items-center gap-2 text-[13px]">
      <input
        type="checkbox"
        className="size-4 accent-(--accent)"
        checked={isOn}
        onChange={(event) => set(event.target.checked)}
      />
      {label}
    </label>
  );
}
