'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { WorkspaceInfo } from '#api/console/describe.ts';
import { failureOf } from '../data/failures.ts';
import { DataProvider } from '../data/provider.tsx';
import { SessionProvider } from '../data/session.tsx';
import { useTRPC } from '../data/trpc.ts';
import { Skeleton } from '../parts/skeleton.tsx';
import { Title } from './connection-frame.tsx';
import { ConsentForm } from './consent-form.tsx';
import type { NamedRequest } from './named-request.ts';

type Props = {
  named: NamedRequest;
  workspaces: WorkspaceInfo[];
  /** The workspace that the session used last. */
  first: string;
};

/** Asks a person whether an application may act for them, and in which workspace. The choice is separate from other tabs. */
export function ConsentPage({ named, workspaces, first }: Props) {
  const [place, setPlace] = useState(first);
  const waiting = <Skeleton className="h-72" />;
  const choice =
    workspaces.length > 1 ? (
      <select
        aria-label="Workspace"
        className="h-9 w-full min-w-0 rounded-lg border border-line-strong bg-surface px-3 text-sm text-ink"
        value={place}
        onChange={(event) => setPlace(event.target.value)}
      >
        {workspaces.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    ) : (
      <p className="flex h-9 items-center truncate text-sm">{workspaces[0]?.name}</p>
    );
  return (
    <DataProvider key={place} place={place}>
      <SessionProvider place={place} waiting={waiting}>
        <Request named={named} waiting={waiting} workspaceChoice={choice} hasChoice={workspaces.length > 1} />
      </SessionProvider>
    </DataProvider>
  );
}

type RequestProps = {
  named: NamedRequest;
  waiting: ReactNode;
  workspaceChoice: ReactNode;
  hasChoice: boolean;
};

function Request({ named, waiting, workspaceChoice, hasChoice }: RequestProps) {
  const trpc = useTRPC();
  const { data, error } = useQuery(
    // Nothing is reloaded in the background, because the person must decide about exactly what is shown.
    trpc.applications.read_request.queryOptions(named, { staleTime: Number.POSITIVE_INFINITY, retry: false }),
  );
  if (error) {
    const { message, fix } = failureOf(error);
    return (
      <Title title="Nothing to decide here">
        <p role="alert">
          {message} {fix}
        </p>
        {hasChoice ? <div className="mt-4 max-w-xs">{workspaceChoice}</div> : null}
      </Title>
    );
  }
  return data ? <ConsentForm named={named} asked={data} workspaceChoice={workspaceChoice} /> : waiting;
}
