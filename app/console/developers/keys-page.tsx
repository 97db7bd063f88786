'use client';

import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { useAskedForNew } from '../data/asked.ts';
import { usePages } from '../data/pages.ts';
import { type ApiKey, useTRPC, useTRPCClient } from '../data/trpc.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Empty } from '../parts/empty.tsx';
import { NamedItem } from '../parts/named-item.tsx';
import { Page } from '../parts/page-frame.tsx';
import { PagedRows, Rows } from '../parts/rows.tsx';
import { KeyForm, type MadeKey } from './key-form.tsx';
import { KeyRow } from './key-row.tsx';
import { MadeKeyNotice } from './made-key.tsx';
import { useMakerNames } from './maker-names.ts';
import { RevokeKey } from './revoke-key.tsx';
import { RotateKey } from './rotate-key.tsx';

const keysKey = ['keys'] as const;
const PAGE = 50;

/** The API keys of the workspace. New secrets are shown once. */
export function KeysPage({ apiUrl }: { apiUrl: string }) {
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const search = useSearchParams();
  const namedId = search.get('key');
  const named = useQuery(trpc.keys.get.queryOptions(namedId ? { key_id: namedId } : skipToken));
  const query = usePages<ApiKey>(keysKey, (cursor) =>
    client.keys.list.query({ limit: PAGE, ...(cursor && { cursor }) }),
  );
  const [isMaking, setMaking] = useAskedForNew();
  const [made, setMade] = useState<MadeKey | null>(null);
  const [revoked, setRevoked] = useState<ApiKey | null>(null);
  const [rotated, setRotated] = useState<ApiKey | null>(null);
  const makers = useMakerNames(named.data ? [named.data] : query.items);
  const refresh = async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: keysKey }),
      queryClient.invalidateQueries(trpc.keys.pathFilter()),
    ]);
  };
  const row = (key: ApiKey) => (
    <KeyRow
      apiKey={key}
      maker={makers.get(key.created_by?.id ?? '')}
      reach={key.identity_ids.length > 0 ? null : <Badge>Whole workspace</Badge>}
      rotate={() => setRotated(key)}
      revoke={() => setRevoked(key)}
    />
  );
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
      {namedId ? (
        <NamedItem query={named} all={{ href: '/console/developers/keys', name: 'Show all keys' }}>
          {(key) => <Rows items={[key]} keyOf={({ key_id }) => key_id} row={row} />}
        </NamedItem>
      ) : (
        <PagedRows
          query={query}
          keyOf={(key) => key.key_id}
          row={row}
          empty={<NoKey make={() => setMaking(true)} />}
        />
      )}
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
