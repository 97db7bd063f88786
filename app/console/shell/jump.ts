'use client';

import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { RouterOutputs } from '#api/trpc/router.ts';
import { callJson } from '../data/call-json.ts';
import { PLATFORM, sessionPath } from '../data/place.ts';
import { useMay, useSession } from '../data/session.tsx';
import { type SearchAnswer, useTRPC } from '../data/trpc.ts';

const ID = /^[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}$/;
const TYPING_PAUSE_MS = 180;
const SHORTEST_QUERY = 3;
const MOST_HITS = 5;
const ALL = 100;
/** The number of pages of tenants that are offered by name. */
const TENANT_PAGES = 20;
const SHORTEST_NAME = 2;
const LONGEST_NAME = 100;

/** The id in the typed or pasted text, or null. */
export const idIn = (text: string): string | null => (ID.test(text.trim()) ? text.trim() : null);

/** The page of an object with its own address, by the prefix of its id. */
function pageOf(id: string): string | null {
  const pages: Record<string, string> = {
    idn: `/console/identities/${id}`,
    dom: `/console/domains/${id}`,
    whk: `/console/developers/webhooks/${id}`,
    key: `/console/developers/keys?key=${id}`,
    apr: `/console/approvals?open=${id}`,
    evt: '/console/developers/events',
    era: '/console/privacy',
    exp: '/console/privacy?tab=exports',
    hld: '/console/privacy?tab=holds',
    ten: `/console/platform/tenants/${id}`,
    job: '/console/platform/jobs',
    ptn: `/console/platform/tenants?partner=${id}`,
  };
  return pages[id.slice(0, 3)] ?? null;
}

type Located = RouterOutputs['overview']['locate'];

const placeOf = ({ identity_id, thread_id, message_id }: Located): string =>
  `/console/mail/${identity_id}/${thread_id}${message_id ? `#${message_id}` : ''}`;

/** The page of an id. For threads, messages and attachments, the server has to name the mailbox. */
export function useIdTarget(text: string): { id: string; href: string | null; isPending: boolean } | null {
  const trpc = useTRPC();
  const { workspace } = useSession();
  const id = idIn(text);
  const page = id && pageOf(id);
  const { data, isFetching } = useQuery(
    trpc.overview.locate.queryOptions(
      id && !page && workspace ? { tenant_id: workspace.id, id } : skipToken,
      {
        retry: false,
      },
    ),
  );
  if (!id) return null;
  return { id, href: page ?? (data ? placeOf(data) : null), isPending: !page && isFetching };
}

/** The value after the person has stopped typing for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

type Hit = Extract<SearchAnswer['hits'][number], { message_id: string }>;

/** Conversations in all mailboxes that match the text. */
export function useMailHits(text: string): Hit[] {
  const { workspace } = useSession();
  const maySearch = useMay('search:read');
  const q = useSettled(text.trim());
  const wanted = workspace && maySearch && q.length >= SHORTEST_QUERY && !idIn(q);
  // A query and not a mutation, because this POST only reads.
  const { data } = useQuery({
    queryKey: ['jump', workspace?.id, q],
    enabled: Boolean(wanted),
    retry: false,
    queryFn: () =>
      callJson<SearchAnswer>('POST', sessionPath(`/v1/tenants/${workspace?.id}/search`), {
        q,
        mode: 'keyword',
        limit: MOST_HITS,
      }),
  });
  const hits = wanted ? (data?.hits ?? []) : [];
  return hits.filter((hit): hit is Hit => 'message_id' in hit);
}

export type FoundName = RouterOutputs['overview']['find_names']['data'][number];

/** Identities, keys and domains of the workspace whose names match the text. */
export function useFoundNames(text: string): FoundName[] {
  const trpc = useTRPC();
  const { workspace } = useSession();
  const mayList = useMay('identities:read');
  const q = useSettled(text.trim());
  const isWanted = workspace && mayList && q.length >= SHORTEST_NAME && q.length <= LONGEST_NAME && !idIn(q);
  const { data } = useQuery(
    trpc.overview.find_names.queryOptions(isWanted ? { tenant_id: workspace.id, q } : skipToken, {
      retry: false,
      staleTime: 60_000,
    }),
  );
  return isWanted ? (data?.data ?? []) : [];
}

/** The keys of the workspace, for people who manage them. */
export function useKeyNames(): { key_id: string; name: string }[] {
  const trpc = useTRPC();
  const { workspace } = useSession();
  const mayManage = useMay('keys:manage');
  const { data } = useQuery(
    trpc.keys.list.queryOptions(workspace && mayManage ? { limit: ALL } : skipToken, { staleTime: 60_000 }),
  );
  return data?.data ?? [];
}

type TenantName = { id: string; name: string; slug: string };

/** The tenants of the deployment, for operators in any workspace. */
export function useTenantNames(): TenantName[] {
  const { user } = useSession();
  const { data } = useQuery({
    queryKey: ['tenant-names'],
    enabled: user.is_operator,
    staleTime: 60_000,
    retry: false,
    queryFn: readTenants,
  });
  return data ?? [];
}

async function readTenants(): Promise<TenantName[]> {
  const found: TenantName[] = [];
  let cursor = '';
  for (let page = 0; page < TENANT_PAGES; page += 1) {
    const { data, next_cursor } = await callJson<{ data: TenantName[]; next_cursor: string | null }>(
      'GET',
      sessionPath(`/v1/tenants?limit=${ALL}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`, PLATFORM),
      undefined,
      PLATFORM,
    );
    found.push(...data);
    if (next_cursor === null) break;
    cursor = next_cursor;
  }
  return found;
}
