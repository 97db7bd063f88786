'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Crown, EllipsisVertical, LogOut, UserMinus } from 'lucide-react';
import { useMay, useSession } from '../data/session.tsx';
import { useTRPC } from '../data/trpc.ts';
import { type GivenRole, givenRoles, roles } from '../labels/roles.ts';
import { Avatar } from '../parts/avatar.tsx';
import { IconButton } from '../parts/button.tsx';
import { cn } from '../parts/class-names.ts';
import { inputLook } from '../parts/field.tsx';
import { Menu, MenuItem } from '../parts/menu.tsx';
import { Time } from '../parts/time.tsx';
import { useSay } from '../shell/toasts.tsx';

export type Person = {
  user_id: string;
  email: string;
  name: string;
  role: GivenRole | 'owner';
  last_login_at: string | null;
};

/** An action that has to be confirmed. */
export type Question = { person: Person; about: 'remove' | 'hand over' | 'leave' };

type Props = {
  tenantId: string;
  person: Person;
  /** Whether the workspace has an owner. If not, people who manage its members can choose one. */
  hasOwner: boolean;
  ask: (question: Question) => void;
};

export function useMembersRefresh() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries(trpc.members.list.queryFilter());
}

/** One member with their role, their last sign-in and the possible actions. */
export function MemberRow({ tenantId, person, hasOwner, ask }: Props) {
  const { user } = useSession();
  const mayManage = useMay('members:manage');
  const { user_id, email, name, role, last_login_at } = person;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <Avatar name={name} className="size-9" />
      <div className="min-w-40 flex-1">
        <p className="truncate text-sm font-medium">
          {name}
          {user_id === user.id ? <span className="font-normal text-ink-soft"> (you)</span> : null}
        </p>
        <p className="truncate text-[13px] text-ink-soft">{email}</p>
      </div>
      <p className="hidden w-36 text-right text-[13px] text-ink-soft sm:block">
        {last_login_at ? (
          <>
            Last signed in <Time at={last_login_at} />
          </>
        ) : (
          'Not signed in yet'
        )}
      </p>
      {mayManage && role !== 'owner' ? (
        <RoleSelect tenantId={tenantId} person={person} />
      ) : (
        <span className="w-28 text-[13px] text-ink-soft max-sm:pl-12 sm:px-3" title={roles[role].may}>
          {roles[role].name}
        </span>
      )}
      <RowMenu person={person} hasOwner={hasOwner} ask={ask} />
    </div>
  );
}

function RoleSelect({ tenantId, person: { user_id, name, role } }: { tenantId: string; person: Person }) {
  const trpc = useTRPC();
  const say = useSay();
  const refresh = useMembersRefresh();
  const { mutate } = useMutation(
    trpc.members.change_role.mutationOptions({
      onError: say.failed,
      onSuccess: ({ role: given }) => say.done(`${name} now has the role “${roles[given].name}”`),
      onSettled: refresh,
    }),
  );
  return (
    <select
      aria-label={`Role of ${name}`}
      className={cn(inputLook, 'w-28 max-sm:ml-12')}
      value={role}
      onChange={(event) => mutate({ tenant_id: tenantId, user_id, role: event.target.value as GivenRole })}
    >
      {givenRoles.map((each) => (
        <option key={each} value={each}>
          {roles[each].name}
        </option>
      ))}
    </select>
  );
}

/** The menu of a row, or an empty space if no action is allowed, so that rows line up. */
function RowMenu({ person, hasOwner, ask }: Omit<Props, 'tenantId'>) {
  const { user, workspace } = useSession();
  const mayManage = useMay('members:manage');
  const { user_id, name, role } = person;
  const isMe = user_id === user.id;
  const isOwner = role === 'owner';
  const mayHandOver = !isOwner && (hasOwner ? workspace?.role === 'owner' : mayManage);
  const mayRemove = mayManage && !isOwner && !isMe;
  const mayLeave = isMe && !isOwner;
  if (!mayHandOver && !mayRemove && !mayLeave) return <span className="size-9" />;
  return (
    <Menu
      trigger={
        <IconButton label={`Actions for ${name}`}>
          <EllipsisVertical />
        </IconButton>
      }
    >
      {mayHandOver ? (
        <MenuItem icon={Crown} onSelect={() => ask({ person, about: 'hand over' })}>
          Make owner…
        </MenuItem>
      ) : null}
      {mayRemove ? (
        <MenuItem icon={UserMinus} danger onSelect={() => ask({ person, about: 'remove' })}>
          Remove…
        </MenuItem>
      ) : null}
      {mayLeave ? (
        <MenuItem icon={LogOut} danger onSelect={() => ask({ person, about: 'leave' })}>
          Leave the workspace…
        </MenuItem>
      ) : null}
    </Menu>
  );
}
