'use client';

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useParams, useRouter, useSearchParams } from 'next/navigation';
import { failureOf } from '../data/failures.ts';
import { useMay } from '../data/session.tsx';
import { type SearchAnswer, useTRPCClient } from '../data/trpc.ts';
import { type SearchMode, searchModeLabels, searchModes } from '../labels/search.ts';
import { Button } from '../parts/button.tsx';
import { cn } from '../parts/class-names.ts';
import { Empty } from '../parts/empty.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { ALL_MAILBOXES } from '../shell/mailboxes.ts';
import { DeepAnswer } from './deep-answer.tsx';
import { Facets } from './facets.tsx';
import { useMailTenant } from './list-parts.tsx';
import { SearchBox } from './search-box.tsx';
import { operators } from './search-operators.ts';
import { SearchResults } from './search-results.tsx';

const PAGE = 20;
/** Searches one mailbox. The query and the mode are part of the URL, so that a search can be shared. */
export function SearchPage() {
  const { identity = '' } = useParams<{ identity: string }>();
  const router = useRouter();
  const params = useSearchParams();
  const q = params.get('q');
  const mode = searchModes.find((name) => name === params.get('mode')) ?? 'hybrid';
  const mayAsk = useMay('search:agentic');
  const search = (next: { q?: string; mode?: SearchMode }) => {
    const query = new URLSearchParams({ q: next.q ?? q ?? '' });
    const nextMode = next.mode ?? mode;
    if (nextMode !== 'hybrid') query.set('mode', nextMode);
    router.push(`/console/mail/${identity}/search?${query}`);
  };
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-5xl px-4 py-6 sm:px-8">
        <h1 className="sr-only">Search</h1>
        <SearchBox query={q ?? ''} onSearch={(text) => search({ q: text })} />
        <fieldset className="mt-3 mb-5 flex flex-wrap gap-1">
          <legend className="sr-only">How to search</legend>
          {searchModes
            .filter((name) => name !== 'agentic' || mayAsk)
            .map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={name === mode}
                title={searchModeLabels[name].about}
                onClick={() => search({ mode: name })}
                className={cn(
                  'rounded-md px-2 py-1 text-[13px] text-ink-soft hover:bg-hover hover:text-ink',
                  name === mode && 'bg-selected font-medium text-ink',
                )}
              >
                {searchModeLabels[name].name}
              </button>
            ))}
        </fieldset>
        {q === null ? (
          <Hints onChosen={(text) => search({ q: text })} />
        ) : mode === 'agentic' ? (
          <DeepAnswer scope={identity} question={q} />
        ) : (
          <Found
            identityId={identity}
            q={q}
            mode={mode}
            narrow={(term) => search({ q: `${q} ${term}`.trim() })}
          />
        )}
      </div>
    </div>
  );
}

type FoundProps = {
  identityId: string;
  q: string;
  mode: Exclude<SearchMode, 'agentic'>;
  narrow: (term: string) => void;
};

const isSearchAnswer = (answer: unknown): answer is SearchAnswer =>
  typeof answer === 'object' && answer !== null && 'hits' in answer;

function Found({ identityId, q, mode, narrow }: FoundProps) {
  const client = useTRPCClient();
  const tenantId = useMailTenant();
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery({
      queryKey: ['search', identityId, q, mode],
      queryFn: async ({ pageParam }): Promise<SearchAnswer> => {
        const input = { q, mode, limit: PAGE, ...(pageParam && { cursor: pageParam }) };
        const answer: unknown =
          identityId === ALL_MAILBOXES
            ? await client.search.tenant.mutate({ ...input, tenant_id: tenantId ?? '' })
            : await client.search.identity.mutate({ ...input, identity_id: identityId });
        if (!isSearchAnswer(answer)) throw new Error('The server answered in another search mode.');
        return answer;
      },
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.next_cursor,
      placeholderData: keepPreviousData,
    });
  if (error) return <InvalidQuery error={error} q={q} retry={() => void refetch()} />;
  if (isPending) return <Skeleton className="h-40" />;
  const first = data.pages[0];
  const hits = data.pages.flatMap((page) => page.hits.flatMap((hit) => ('message_id' in hit ? [hit] : [])));
  if (hits.length === 0) {
    return (
      <Empty icon={SearchX} title="Nothing matches">
        <p>Use fewer words or operators, or choose another mode.</p>
      </Empty>
    );
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_14rem]">
      <div className="min-w-0">
        {first?.degraded && mode === 'semantic' ? (
          <p className="mb-3 rounded-lg bg-warn-wash px-3 py-2 text-[13px] leading-5 text-warn">
            This deployment has no model for searching by meaning, so it searched for the words.
          </p>
        ) : null}
        <SearchResults hits={hits} />
        {hasNextPage ? (
          <Button className="mt-4" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        ) : null}
      </div>
      {first?.facets ? <Facets facets={first.facets} narrow={narrow} /> : null}
    </div>
  );
}

/** Shows where an invalid query goes wrong. */
function InvalidQuery({ error, q, retry }: { error: unknown; q: string; retry: () => void }) {
  const failure = failureOf(error);
  const { details } = failure;
  const position = typeof details === 'object' && details !== null ? Reflect.get(details, 'position') : null;
  if (failure.code !== 'invalid_query' || typeof position !== 'number') {
    return <FailureNotice failure={failure} retry={retry} />;
  }
  const expected = Reflect.get(details as object, 'expected');
  return (
    <div role="alert" className="rounded-xl border border-line bg-surface px-4 py-3 text-sm leading-6">
      <p className="font-medium">The search is not valid from here on:</p>
      <p className="mt-1 font-mono text-[13px] break-all">
        {q.slice(0, position)}
        <span className="rounded-sm bg-bad-wash text-bad">{q.slice(position) || '⌷'}</span>
      </p>
      {typeof expected === 'string' ? <p className="mt-1 text-ink-soft">Expected here: {expected}.</p> : null}
    </div>
  );
}

const examples = [
  'is:unread needs_reply:>=0.5',
  'has:attachment newer_than:7d',
  'category:billing invoice',
  'is:sent',
];

function Hints({ onChosen }: { onChosen: (query: string) => void }) {
  return (
    <div className="text-sm leading-6 text-ink-soft">
      <p>Try one of these, or combine operators. Messages must match all words and operators.</p>
      <ul className="mt-3 flex flex-wrap gap-2">
        {examples.map((example) => (
          <li key={example}>
            <Button size="small" className="font-mono" onClick={() => onChosen(example)}>
              {example}
            </Button>
          </li>
        ))}
      </ul>
      <h2 className="mt-8 mb-2 text-xs font-medium">Operators</h2>
      <dl className="grid gap-x-8 gap-y-1 sm:grid-cols-2">
        {operators.map(({ name, finds }) => (
          <div key={name} className="flex gap-3">
            <dt className="w-36 shrink-0 font-mono text-[13px] text-ink">{name}:</dt>
            <dd className="text-[13px]">{finds}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
