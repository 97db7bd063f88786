import { cn } from './class-names.ts';

const washes = [
  'bg-accent-wash text-accent',
  'bg-warn-wash text-warn',
  'bg-hover text-ink-soft',
  'bg-bad-wash text-bad',
];

/** The first letter of a name, always in the same colour for that name. No picture is fetched. */
export function Avatar({ name, className }: { name: string; className?: string }) {
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0] ?? '?';
  let sum = 0;
  for (const character of name) sum = (sum + (character.codePointAt(0) ?? 0)) % 997;
  return (
    <span
      aria-hidden="true"
      className={cn(
        'grid size-8 shrink-0 place-items-center rounded-full text-[13px] font-semibold uppercase',
        washes[sum % washes.length],
        className,
      )}
    >
      {letter}
    </span>
  );
}
