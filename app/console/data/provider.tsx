'use client';

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, httpLink, splitLink } from '@trpc/client';
import { type ReactNode, useState } from 'react';
import type { AppRouter } from '#api/trpc/router.ts';
import { failureOf } from './failures.ts';
import { placeHeaders } from './place.ts';
import type { Seed } from './seed-keys.ts';
import { SESSION_KEY } from './session-key.ts';
import { asksForAnotherWay } from './sign-in-path.ts';
import { TRPCProvider } from './trpc.ts';

const ENDPOINT = '/api/trpc';
const STALE_AFTER_MS = 10_000;
const MAX_RETRIES = 2;
/** The server accepts 20 calls per request (src/api/trpc/fetch.ts). */
const MAX_BATCH = 20;

type Props = {
  children: ReactNode;
  /** Replaces the place of the tab. */
  place?: string;
  /** The data of the first response. */
  seed?: Seed | null;
};

/** Provides the console's pages with data. */
export function DataProvider({ children, place, seed }: Props) {
  const [queryClient] = useState(() => seeded(createQueryClient(), seed));
  const [trpcClient] = useState(() => createClient(place));
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider queryClient={queryClient} trpcClient={trpcClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}

function seeded(client: QueryClient, seed: Seed | null | undefined): QueryClient {
  if (!seed) return client;
  client.setQueryData(SESSION_KEY, seed.session);
  for (const [key, answer] of seed.answers) client.setQueryData(key, answer);
  return client;
}

/**
 * Any call can be the first to find that the session has ended or that the workspace no longer accepts it. Then the session
 * is read again, so that the page shows this.
 */
function createQueryClient(): QueryClient {
  const onError = (error: unknown, query?: { queryKey: readonly unknown[] }) => {
    const { code } = failureOf(error);
    const isOfSession = code === 'unauthenticated' || asksForAnotherWay(code);
    if (!isOfSession || query?.queryKey[0] === SESSION_KEY[0]) return;
    void client.invalidateQueries({ queryKey: SESSION_KEY });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError: (error) => onError(error) }),
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER_MS,
        retry: (count, error) => count < MAX_RETRIES && failureOf(error).retryable,
      },
      mutations: { retry: false },
    },
  });
  return client;
}

/** An Idempotency-Key is a header for a single call, so such calls are not batched. */
const createClient = (place?: string) =>
  createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: ({ context }) => typeof context.idempotencyKey === 'string',
        true: httpLink({
          url: ENDPOINT,
          headers: ({ op }) => ({
            ...placeHeaders(place),
            'Idempotency-Key': String(op.context.idempotencyKey),
          }),
        }),
        false: httpBatchLink({ url: ENDPOINT, maxItems: MAX_BATCH, headers: () => placeHeaders(place) }),
      }),
    ],
  });
