'use client';

import { useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { usePages } from '../data/pages.ts';
import { useTRPCClient } from '../data/trpc.ts';
import { permissionList } from '../labels/permissions.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Empty } from '../parts/empty.tsx';
import { Page } from '../parts/page-frame.tsx';
import { PagedRows } from '../parts/rows.tsx';
import { Time } from '../parts/time.tsx';
import { useMailboxes } from '../shell/mailboxes.ts';
import { KeyForm, type MadeKey } from './key-form.tsx';
import { MadeKeyNotice } from './made-key.tsx';
import { RevokeKey } from './revoke-key.tsx';

type Key = Awaited<ReturnType<ReturnType<typeof useTRPCClient>['keys']['list']['query']>>['data'][number];

const keysKey = ['keys'] as const;
const PAGE = 50;

/** The API keys of the workspace. New secrets are shown once. */
export function KeysPage({ apiUrl }: { apiUrl: string }) {
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const query = usePages<Key>(keysKey, (cursor) =>
    client.keys.list.query({ limit: PAGE, ...(cursor && { cursor }) }),
  );
  const [isMaking, setMaking] = useState(useSearchParams().has('new'));
  const [made, setMade] = useState<MadeKey | null>(null);
  const [revoked, setRevoked] = useState<Key | null>(null);
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
        row={(key) => <Row apiKey={key} revoke={() => setRevoked(key)} />}
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
      <Dialog open={made !== null} onClose={() => setMade(null)} title="Your new key">
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

function Row({ apiKey, revoke }: { apiKey: Key; revoke: () => void }) {
  const {
    name,
    identity_id,
    permissions,
    expires_at,
    last_used_at,
    mode,
    prefix,
    created_by,
    allowed_cidrs,
  } = apiKey;
  const { mailboxes } = useMailboxes();
  const mailbox = mailboxes.find(({ id }) => id === identity_id);
  return (
    <div className="flex items-center gap-4 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <span className="truncate text-sm font-medium">{name}</span>
          {mode === 'test' ? <Badge tone="accent">Test</Badge> : null}
          {identity_id ? null : <Badge>Whole workspace</Badge>}
        </p>
        {identity_id ? (
          <p className="truncate font-mono text-xs text-ink-soft">
            {mailbox?.primary_address ?? identity_id}
          </p>
        ) : null}
        <p className="mt-0.5 truncate text-[13px] text-ink-soft" title={permissions.join(', ')}>
          {permissionList(permissions)}
        </p>
        <p className="mt-0.5 truncate text-[13px] text-ink-soft">
          {prefix ? <code className="font-mono">{prefix}…</code> : null}
          {created_by?.id
            ? ` created by ${created_by.type === 'user' ? 'a person' : 'a key'} (${created_by.id})`
            : null}
          {allowed_cidrs.length > 0 ? `, only from ${allowed_cidrs.join(', ')}` : null}
        </p>
      </div>
      <p className="hidden shrink-0 text-right text-[13px] leading-5 text-ink-soft sm:block">
        {last_used_at ? (
          <>
            Last used <Time at={last_used_at} />
          </>
        ) : (
          'Never used'
        )}
        {expires_at ? (
          <span className="block">
            Expires <Time at={expires_at} />
          </span>
        ) : null}
      </p>
      <Button size="small" onClick={revoke}>
        Revoke
      </Button>
    </div>
  );
}
