'use client';

import { EllipsisVertical, KeyRound, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ApiKey } from '../data/trpc.ts';
import { permissionList } from '../labels/permissions.ts';
import { toolListWords } from '../labels/tools.ts';
import { Badge } from '../parts/badge.tsx';
import { IconButton } from '../parts/button.tsx';
import { Menu, MenuItem } from '../parts/menu.tsx';
import { Time } from '../parts/time.tsx';
import { MailboxNames } from '../shell/mailbox-names.tsx';

type Props = {
  apiKey: ApiKey;
  /** The name of its creator, if known. */
  maker: string | undefined;
  /** Badges that show its reach. */
  reach?: ReactNode;
  rotate: () => void;
  revoke: () => void;
};

/** One key: its reach, its permissions, its creator, and when it was last used. */
export function KeyRow({ apiKey, maker, reach = null, rotate, revoke }: Props) {
  const { name, identity_ids, permissions, expires_at, last_used_at, mode, oauth_client_id, tools } = apiKey;
  return (
    <div className="flex items-center gap-4 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 truncate text-sm font-medium">{name}</span>
          {mode === 'test' ? <Badge tone="accent">Test</Badge> : null}
          {oauth_client_id ? <Badge>Connected app</Badge> : null}
          {reach}
        </p>
        {identity_ids.length > 0 ? <MailboxNames ids={identity_ids} /> : null}
        <p className="mt-0.5 truncate text-[13px] text-ink-soft" title={permissions.join(', ')}>
          {permissionList(permissions)}
        </p>
        {tools.length > 0 ? (
          <p className="mt-0.5 truncate text-[13px] text-ink-soft" title={tools.join(', ')}>
            Tools over MCP: {toolListWords(tools)}
          </p>
        ) : null}
        <Origin apiKey={apiKey} maker={maker} />
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
      <Menu
        trigger={
          <IconButton label={`Actions for ${name}`} className="size-8">
            <EllipsisVertical />
          </IconButton>
        }
      >
        {oauth_client_id ? null : (
          <MenuItem icon={KeyRound} onSelect={rotate}>
            New secret…
          </MenuItem>
        )}
        <MenuItem icon={Trash2} danger onSelect={revoke}>
          Revoke…
        </MenuItem>
      </Menu>
    </div>
  );
}

function Origin({
  apiKey: { prefix, created_by, created_at, allowed_cidrs },
  maker,
}: Pick<Props, 'apiKey' | 'maker'>) {
  // The key of the first start has no creator.
  const who = created_by?.type === 'bootstrap' ? 'the first start' : (maker ?? created_by?.id);
  return (
    <p className="mt-0.5 text-[13px] leading-5 break-words text-ink-soft">
      {prefix ? <code className="font-mono text-xs">{prefix}… </code> : null}
      Created {who ? `by ${who} ` : null}
      <Time at={created_at} />
      {allowed_cidrs.length > 0 ? (
        <>
          , only from <span className="font-mono text-xs">{allowed_cidrs.join(', ')}</span>
        </>
      ) : null}
    </p>
  );
}
