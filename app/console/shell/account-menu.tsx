'use client';

import { Bell, Check, LogOut, MonitorSmartphone, ShieldCheck, UserRound } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useSession, useSessionChanges } from '../data/session.tsx';
import { Menu, MenuItem, MenuLabel, MenuLine } from '../parts/menu.tsx';
import { useSay } from './toasts.tsx';

/** The signed-in person, their workspaces and the sign-out. */
export function AccountMenu() {
  const { user, workspace, workspaces } = useSession();
  const { signOut, enter } = useSessionChanges();
  const say = useSay();
  const router = useRouter();
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          aria-label={`Account of ${user.name || user.email}`}
          className="min-w-0 flex-1 rounded-lg px-2 py-1 text-left hover:bg-hover"
        >
          <span className="block truncate text-[13px] font-medium">{user.name || user.email}</span>
          <span className="block truncate text-xs text-ink-soft">{workspace?.name ?? 'Platform'}</span>
        </button>
      }
    >
      <MenuLabel>{user.email}</MenuLabel>
      {workspaces.map(({ id, name }) => (
        <MenuItem
          key={id}
          {...(id === workspace?.id && { icon: Check })}
          onSelect={() => void enter(id).catch(say.failed)}
        >
          {name}
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem icon={UserRound} onSelect={() => router.push('/console/profile')}>
        Profile
      </MenuItem>
      <MenuItem icon={Bell} onSelect={() => router.push('/console/notices')}>
        Notices
      </MenuItem>
      <MenuItem icon={ShieldCheck} onSelect={() => router.push('/console/security')}>
        Security
      </MenuItem>
      <MenuItem icon={MonitorSmartphone} onSelect={() => router.push('/console/sessions')}>
        Sessions
      </MenuItem>
      <MenuItem icon={LogOut} onSelect={() => void signOut().catch(say.failed)}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
