import { cn } from '../parts/class-names.ts';
import { amountWords, percentWords } from './amounts.ts';

/** Meters from this share on are highlighted. `quota.warning` is sent at the same share (spec 6.4). */
const NEAR = 0.8;

/** How much of something is used. `of` is null when there is no limit. */
export function Meter({ name, used, of }: { name: string; used: number; of: number | null }) {
  const share = of === null ? null : of === 0 ? 1 : Math.min(1, used / of);
  return (
    <div>
      <p className="flex items-baseline justify-between gap-3 text-[13px]">
        <span className="min-w-0 truncate">{name}</span>
        <span className="shrink-0 text-ink-soft tabular-nums">
          <span className="font-medium text-ink">{amountWords(used)}</span>
          {of === null ? null : ` of ${amountWords(of)}`}
        </span>
      </p>
      {share === null ? null : (
        <svg
          role="img"
          aria-label={`${name}: ${percentWords(share)} used`}
          viewBox="0 0 100 1"
          preserveAspectRatio="none"
          className="mt-1.5 h-1.5 w-full overflow-hidden rounded-full bg-hover"
        >
          <rect
            width={share * 100}
            height={1}
            className={cn('fill-accent', share >= NEAR && 'fill-warn', share >= 1 && 'fill-bad')}
          />
        </svg>
      )}
    </div>
  );
}
