'use client';

import { useMutation } from '@tanstack/react-query';
import { useMay } from '../data/session.tsx';
import { useTRPC } from '../data/trpc.ts';
import { type GivenRole, roles } from '../labels/roles.ts';
import { Button } from '../parts/button.tsx';
import { Time } from '../parts/time.tsx';
import { useSay } from '../shell/toasts.tsx';
import { useMembersRefresh } from './member-row.tsx';

export type Invitation = { id: string; email: string; role: GivenRole; expires_at: string };

/** An open invitation. It can be sent again or revoked. */
export function InvitationRow({ tenantId, invitation }: { tenantId: string; invitation: Invitation }) {
  const trpc = useTRPC();
  const say = useSay();
  const refresh = useMembersRefresh();
  const mayManage = useMay('members:manage');
  const { id, email, role, expires_at } = invitation;
  const again = { tenant_id: tenantId, email, role };
  const invite = useMutation(
    trpc.members.invite.mutationOptions({
      onError: say.failed,
      onSuccess: () => say.done(`Mailed a new link to ${email}. The previous link no longer works.`),
      onSettled: refresh,
    }),
  );
  const revoke = useMutation(
    trpc.members.revoke_invitation.mutationOptions({
      onError: say.failed,
      onSuccess: () => say.done(`Revoked the invitation of ${email}`, () => invite.mutate(again)),
      onSettled: refresh,
    }),
  );
  const isBusy = invite.isPending || revoke.isPending;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <div className="min-w-40 flex-1">
        <p className="truncate text-sm">{email}</p>
        <p className="text-[13px] text-ink-soft">
          {roles[role].name}, valid until <Time at={expires_at} />
        </p>
      </div>
      {mayManage ? (
        <div className="flex gap-2">
          <Button
            size="small"
            tone="quiet"
            disabled={isBusy}
            aria-label={`Mail ${email} a new link`}
            onClick={() => invite.mutate(again)}
          >
            Send again
          </Button>
          <Button
            size="small"
            disabled={isBusy}
            aria-label={`Revoke the invitation of ${email}`}
            onClick={() => revoke.mutate({ tenant_id: tenantId, invitation_id: id })}
          >
            Revoke
          </Button>
        </div>
      ) : null}
    </div>
  );
}
