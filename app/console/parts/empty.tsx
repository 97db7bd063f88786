import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** An empty state: why there is nothing, and the next step. */
export function Empty({
  icon: Icon,
  title,
  children,
}: {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
}) {
  return (
    <div className="mx-auto flex w-full max-w-sm flex-col items-center px-6 py-16 text-center">
      <span className="grid size-11 place-items-center rounded-full bg-hover text-ink-soft">
        <Icon className="size-5" aria-hidden="true" />
      </span>
      <h2 className="mt-4 text-[15px] font-medium text-ink">{title}</h2>
      <div className="mt-1 space-y-4 text-sm leading-6 text-pretty text-ink-soft">{children}</div>
    </div>
  );
}
