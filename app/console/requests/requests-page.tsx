'use client';

import { ListTree } from 'lucide-react';
import { usePages } from '../data/pages.ts';
import { useQueryState } from '../data/query-state.ts';
import { useSession } from '../data/session.tsx';
import { useRangeStart } from '../data/time-ranges.ts';
import { type LoggedRequest, useTRPCClient } from '../data/trpc.ts';
import { Empty } from '../parts/empty.tsx';
import { FilterBar, timeFilter } from '../parts/filter-bar.tsx';
import { NoMatch } from '../parts/no-match.tsx';
import { Page } from '../parts/page-frame.tsx';
import { PagedRows } from '../parts/rows.tsx';
import { RequestRow } from './request-row.tsx';
import { TextFilter } from './text-filter.tsx';
import { useCallerNames } from './use-caller-names.ts';

const PAGE = 50;
/** The filters in the URL. Links from errors contain `request_id`, which shows only that call. */
const filterNames = ['request_id', 'key', 'person', 'status', 'code', 'route', 'within'] as const;
type Filter = Record<(typeof filterNames)[number], string>;

const statuses = [
  ['2xx', 'Succeeded (2xx)'],
  ['4xx', 'Rejected (4xx)'],
  ['5xx', 'Server error (5xx)'],
] as const;

/** The calls of API keys in the workspace, and refused calls of people. */
export function RequestsPage() {
  const { workspace } = useSession();
  return workspace ? <RequestList tenantId={workspace.id} /> : null;
}

function RequestList({ tenantId }: { tenantId: string }) {
  const state = useQueryState(filterNames);
  const { values, set, isFiltered, clear } = state;
  const query = useRequests(tenantId, values);
  const callers = useCallerNames(tenantId, query.items);
  return (
    <Page
      title="Requests"
      intro="The calls of API keys in the last 30 days, without their content, and requests of people that the console refused. Each response has its ID in the header Request-Id."
    >
      <FilterBar
        state={state}
        filters={[
          { name: 'status', label: 'Status', all: 'All statuses', options: statuses },
          { name: 'key', label: 'Key', all: 'All keys', options: callers.keys },
          { name: 'person', label: 'Person', all: 'All people', options: callers.people },
          timeFilter,
        ]}
        lead={
          <TextFilter
            key={values.request_id}
            label="Request ID"
            value={values.request_id}
            onChange={(request_id) => set({ request_id })}
          />
        }
      >
        <TextFilter
          key={values.code}
          label="Error code"
          value={values.code}
          onChange={(code) => set({ code })}
        />
        <TextFilter
          key={values.route}
          label="Route"
          value={values.route}
          onChange={(route) => set({ route })}
        />
      </FilterBar>
      <PagedRows
        query={query}
        keyOf={({ request_id }) => request_id}
        row={(request) => (
          <RequestRow
            request={request}
            caller={callers.nameOf(request.key_id ?? request.user_id ?? '')}
            isOpen={request.request_id === values.request_id}
            show={set}
          />
        )}
        empty={isFiltered ? <NoMatch clear={clear} /> : <NothingYet />}
      />
    </Page>
  );
}

function useRequests(tenantId: string, { request_id, key, person, status, code, route, within }: Filter) {
  const client = useTRPCClient();
  const after = useRangeStart(within);
  const filter = {
    ...(request_id && { request_id }),
    ...(key && { key_id: key }),
    ...(person && { user_id: person }),
    ...(status && { status_class: status as '2xx' | '3xx' | '4xx' | '5xx' }),
    ...(code && { code }),
    ...(route && { route }),
    ...(after && { after }),
  };
  return usePages<LoggedRequest>(['requests', tenantId, filter], (cursor) =>
    client.requests.list.query({ limit: PAGE, ...filter, ...(cursor && { cursor }) }),
  );
}

const NothingYet = () => (
  <Empty icon={ListTree} title="No key has called the API">
    <p>Each call of an API key or an MCP client appears here within seconds.</p>
  </Empty>
);
