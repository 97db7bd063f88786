'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AppWindow } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { usePages } from '../data/pages.ts';
import { useMay } from '../data/session.tsx';
import { type ConnectedApplication, useTRPC, useTRPCClient } from '../data/trpc.ts';
import { permissionList } from '../labels/permissions.ts';
import { Badge } from '../parts/badge.tsx';
import { Button, buttonLook } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Empty } from '../parts/empty.tsx';
import { Page } from '../parts/page-frame.tsx';
import { PagedRows } from '../parts/rows.tsx';
import { Time } from '../parts/time.tsx';
import { MailboxNames } from '../shell/mailbox-names.tsx';
import { useSay } from '../shell/toasts.tsx';

const applicationsKey = ['applications'] as const;
const PAGE = 50;

/** The applications that people of the workspace have connected. */
export function ApplicationsPage() {
  const client = useTRPCClient();
  const query = usePages<ConnectedApplication>(applicationsKey, (cursor) =>
    client.applications.list.query({ limit: PAGE, ...(cursor && { cursor }) }),
  );
  const [ending, setEnding] = useState<ConnectedApplication | null>(null);
  const seesAll = useMay('keys:manage');
  return (
    <Page
      title="Connected apps"
      intro={`Applications that ${seesAll ? 'people of this workspace have' : 'you have'} allowed to act for them. Each can do only what it was allowed, and loses access when the person leaves the workspace.`}
    >
      <PagedRows
        query={query}
        keyOf={({ key_id }) => key_id}
        row={(application) => <Row application={application} end={() => setEnding(application)} />}
        empty={<Nothing />}
      />
      <Dialog open={ending !== null} onClose={() => setEnding(null)} title="Disconnect this application?">
        {ending ? <Disconnect application={ending} close={() => setEnding(null)} /> : null}
      </Dialog>
    </Page>
  );
}

function Nothing() {
  return (
    <Empty icon={AppWindow} title="No application is connected">
      <p>
        Add Proofmail to an application such as Claude or ChatGPT. It then asks for access, and appears here
        once you agree.
      </p>
      <Link href="/console/developers/connect" className={buttonLook({ tone: 'primary' })}>
        Connect an application
      </Link>
    </Empty>
  );
}

function Row({ application, end }: { application: ConnectedApplication; end: () => void }) {
  const { name, client_id, person, is_own, identity_ids, permissions, created_at, expires_at, last_used_at } =
    application;
  return (
    <div className="flex items-center gap-4 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <span className="truncate text-sm font-medium">{name}</span>
          {identity_ids.length > 0 ? null : <Badge>Whole workspace</Badge>}
        </p>
        {identity_ids.length > 0 ? <MailboxNames ids={identity_ids} /> : null}
        <p className="mt-0.5 truncate text-[13px] text-ink-soft" title={permissions.join(', ')}>
          {permissionList(permissions)}
        </p>
        <p className="mt-0.5 text-[13px] leading-5 break-words text-ink-soft">
          Connected by {is_own ? 'you' : (person ?? 'a former member')} <Time at={created_at} />
          {client_id.startsWith('http') ? <>, published by {hostOf(client_id)}</> : null}
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
      <Button size="small" onClick={end} aria-label={`Disconnect ${name}`}>
        Disconnect
      </Button>
    </div>
  );
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

function Disconnect({ application, close }: { application: ConnectedApplication; close: () => void }) {
  const trpc = useTRPC();
  const say = useSay();
  const queryClient = useQueryClient();
  const { key_id, name } = application;
  const { mutate, isPending } = useMutation(
    trpc.applications.disconnect.mutationOptions({
      onError: say.failed,
      onSuccess: () => say.done(`Disconnected ${name}`),
      onSettled: () => {
        close();
        return queryClient.invalidateQueries({ queryKey: applicationsKey });
      },
    }),
  );
  return (
    <Confirm action="Disconnect" isPending={isPending} onCancel={close} onConfirm={() => mutate({ key_id })}>
      <span className="font-medium text-ink">{name}</span> loses access at once, and so do API keys that it
      created. To use it again, connect it again in the application.
    </Confirm>
  );
}
