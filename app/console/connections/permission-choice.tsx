import type { Permission } from '#kernel/catalogue/permissions.ts';
import { Badge } from '../parts/badge.tsx';
import { cn } from '../parts/class-names.ts';
import type { Offered } from './offered.ts';

type Props = {
  offered: readonly Offered[];
  chosen: ReadonlySet<Permission>;
  setChosen: (chosen: ReadonlySet<Permission>) => void;
};

/** The permissions that the application requests. The person may leave out any of them. */
export function PermissionChoice({ offered, chosen, setChosen }: Props) {
  const toggle = (permission: Permission) => {
    const after = new Set(chosen);
    if (!after.delete(permission)) after.add(permission);
    setChosen(after);
  };
  return (
    <fieldset className="mt-6">
      <legend className="mb-1 text-[13px] font-medium">It may</legend>
      {offered.map(({ permission, name, allows, obstacle, isPowerful }) => (
        <label
          key={permission}
          className={cn(
            '-mx-2 flex items-start gap-2.5 rounded-lg px-2 py-1.5',
            obstacle === null ? 'cursor-pointer hover:bg-hover' : 'opacity-65',
          )}
        >
          <input
            type="checkbox"
            className="mt-1 size-3.5 accent-accent"
            checked={obstacle === null && chosen.has(permission)}
            disabled={obstacle !== null}
            onChange={() => toggle(permission)}
          />
          <span className="min-w-0 text-sm leading-5">
            {name} <code className="font-mono text-xs text-ink-soft">{permission}</code>{' '}
            {isPowerful ? <Badge tone="warn">Powerful</Badge> : null}
            <span className="block text-[13px] text-ink-soft first-letter:uppercase">
              {obstacle ?? allows}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
