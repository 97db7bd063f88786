'use client';

import { limits } from '#kernel/catalogue/limits.ts';
import { Button } from '../parts/button.tsx';
import { cn } from '../parts/class-names.ts';
import { inputLook } from '../parts/field.tsx';
import { addDays, daysFrom } from './amounts.ts';

export type Span = { from: string; to: string };

const presets = [7, 30, 90] as const;

/** The last days up to today, in one time zone. */
export const lastDays = (today: string, many: number): Span => ({
  from: addDays(today, 1 - many),
  to: today,
});

/** Chooses the days to show: a preset up to today, or two dates. */
export function SpanPicker({
  span,
  today,
  change,
}: {
  span: Span;
  today: string;
  change: (span: Span) => void;
}) {
  const { from, to } = span;
  const move = (next: Span) => {
    if (next.from && next.to) change(within(next, next.from === from ? 'to' : 'from'));
  };
  const date = (label: string, value: string, set: (day: string) => Span) => (
    <input
      type="date"
      aria-label={label}
      max={today}
      className={cn(inputLook, 'h-8 w-36 px-2 text-[13px] tabular-nums')}
      value={value}
      onChange={(event) => move(set(event.target.value))}
    />
  );
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="flex gap-1">
        {presets.map((many) => {
          const offered = lastDays(today, many);
          const isChosen = offered.from === from && offered.to === to;
          return (
            <Button
              key={many}
              size="small"
              tone={isChosen ? 'plain' : 'quiet'}
              aria-pressed={isChosen}
              onClick={() => change(offered)}
            >
              {many} days
            </Button>
          );
        })}
      </div>
      <div className="flex items-center gap-2 text-[13px] text-ink-soft">
        {date('From', from, (day) => ({ from: day, to }))}
        to
        {date('To', to, (day) => ({ from, to: day }))}
      </div>
    </div>
  );
}

/** Moves the other end when the span would be empty or longer than the server allows. */
function within({ from, to }: Span, changed: 'from' | 'to'): Span {
  const days = daysFrom(from, to);
  const far = days < 0 ? 0 : Math.min(days, limits.usageDays);
  return changed === 'from' ? { from, to: addDays(from, far) } : { from: addDays(to, -far), to };
}
