'use client';

import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { usePages } from '../data/pages.ts';
import { useMay } from '../data/session.tsx';
import { type ApiKey, useTRPC, useTRPCClient } from '../data/trpc.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Empty } from '../parts/empty.tsx';
import { Page } from '../parts/page-frame.tsx';
import { PagedRows } from '../parts/rows.tsx';
import { KeyForm, type MadeKey } from './key-form.tsx';
import { KeyRow } from './key-row.tsx';
import { MadeKeyNotice } from './made-key.tsx';
import { RevokeKey } from './revoke-key.tsx';
import { RotateKey } from './rotate-key.tsx';

const keysKey = ['keys'] as const;
const PAGE = 50;
/** `audit.name_actors` names this many at once. */
const MOST_MAKERS = 200;

/** The API keys of the workspace. New secrets are shown once. */
export function KeysPage({ apiUrl }: { apiUrl: string }) {
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const query = usePages<ApiKey>(keysKey, (cursor) =>
    client.keys.list.query({ limit: PAGE, ...(cursor && { cursor }) }),
  );
  const [isMaking, setMaking] = useState(useSearchParams().has('new'));
  const [made, setMade] = useState<MadeKey | null>(null);
  const [revoked, setRevoked] = useState<ApiKey | null>(null);
  const [rotated, setRotated] = useState<ApiKey | null>(null);
  const makers = useMakers(query.items);
  const refresh = () => queryClient.invalidateQueries({ queryKey: keysKey });
  return (
    <Page
      title="API keys"
      intro={
        <>
          Create one for each agent with only the permissions that it needs. The{' '}
          <a href="/docs" className="prose-link">
            API reference
          </a>{' '}
          describes all calls.
        </>
      }
      action={
        <Button tone="primary" onClick={() => setMaking(true)}>
          <Plus aria-hidden="true" />
          New key
        </Button>
      }
    >
      <PagedRows
        query={query}
        keyOf={(key) => key.key_id}
        row={(key) => (
          <KeyRow
            apiKey={key}
            maker={makers.get(key.created_by?.id ?? '')}
            rotate={() => setRotated(key)}
            revoke={() => setRevoked(key)}
          />
        )}
        empty={<NoKey make={() => setMaking(true)} />}
      />
      <Dialog open={isMaking} onClose={() => setMaking(false)} title="New API key">
        <KeyForm
          onCancel={() => setMaking(false)}
          onMade={(key) => {
            setMaking(false);
            setMade(key);
            void refresh();
          }}
        />
      </Dialog>
      <Dialog open={rotated !== null} onClose={() => setRotated(null)} title="New secret">
        {rotated ? (
          <RotateKey
            apiKey={rotated}
            onCancel={() => setRotated(null)}
            onMade={(key) => {
              setRotated(null);
              setMade(key);
              void refresh();
            }}
          />
        ) : null}
      </Dialog>
      <Dialog open={made !== null} onClose={() => setMade(null)} title="Your new key" isOnce>
        {made ? <MadeKeyNotice made={made} apiUrl={apiUrl} close={() => setMade(null)} /> : null}
      </Dialog>
      <Dialog open={revoked !== null} onClose={() => setRevoked(null)} title="Revoke this key?">
        {revoked ? <RevokeKey revoked={revoked} close={() => setRevoked(null)} refresh={refresh} /> : null}
      </Dialog>
    </Page>
  );
}

function NoKey({ make }: { make: () => void }) {
  return (
    <Empty icon={KeyRound} title="There is no key yet">
      <p>An agent needs a key to call the API or to use the tools over MCP.</p>
      <Button tone="primary" onClick={make}>
        Create the first key
      </Button>
    </Empty>
  );
}

/** The names of who created the keys, as far as this person may read them. */
function useMakers(keys: readonly ApiKey[]): ReadonlyMap<string, string> {
  const trpc = useTRPC();
  const mayRead = useMay('audit:read');
  const ids = [...new Set(keys.flatMap(({ created_by }) => created_by?.id ?? []))].sort();
  const { data } = useQuery(
    trpc.audit.name_actors.queryOptions(
      mayRead && ids.length > 0 ? { actor_ids: ids.slice(0, MOST_MAKERS) } : skipToken,
    ),
  );
  return new Map((data?.data ?? []).flatMap(({ id, name }) => (name ? [[id, name] as const] : [])));
}
