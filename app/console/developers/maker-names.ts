'use client';

import { skipToken, useQuery } from '@tanstack/react-query';
import { useMay } from '../data/session.tsx';
import { useTRPC } from '../data/trpc.ts';

/** The maximum number of actors in one call of `audit.name_actors`. */
const MOST_MAKERS = 200;

type Made = { created_by: { id: string | null } | null };

/** The names of the creators of keys or drafts, as far as this person may read them. */
export function useMakerNames(made: readonly Made[]): ReadonlyMap<string, string> {
  const trpc = useTRPC();
  const mayRead = useMay('audit:read');
  const ids = [...new Set(made.flatMap(({ created_by }) => created_by?.id ?? []))].sort();
  const { data } = useQuery(
    trpc.audit.name_actors.queryOptions(
      mayRead && ids.length > 0 ? { actor_ids: ids.slice(0, MOST_MAKERS) } : skipToken,
    ),
  );
  // Actors without a name belong to the deployment and not to the workspace.
  return new Map((data?.data ?? []).map(({ id, name }) => [id, name ?? 'the operator']));
}
