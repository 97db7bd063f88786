import { z } from 'zod';
import { localDate } from '#kernel/base/local-day.ts';
import { invalidRequest } from '#kernel/catalogue/errors.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import { addDays, daysBetween } from './days.ts';

const date = z.iso
  .date({ abort: true })
  .refine((day) => day >= '1900-01-01' && day <= '9998-12-31', 'Use a year from 1900 to 9998.')
  .meta({ examples: ['2026-11-21'] });

/** The requested days, both included. */
export const spanInput = {
  from: date.optional(),
  to: date.optional().meta({
    description: `At most ${limits.usageDays} days after \`from\`. The default is today in the time zone of the tenant.`,
  }),
};

/** The length of the range if `from` is left out, ending at `to`. */
const STANDARD_DAYS = 30;

/** The requested range of days in a time zone. @throws AppError `invalid_request` if it is reversed or too long */
export function spanOf(
  { timezone, now }: { timezone: string; now: Date },
  from: string | undefined,
  to: string | undefined,
) {
  const last = to ?? localDate(timezone, now);
  const first = from ?? addDays(last, 1 - STANDARD_DAYS);
  const days = daysBetween(first, last);
  if (days < 0) throw invalidRequest([{ path: 'to', message: 'Use a day that is not before `from`.' }]);
  if (days > limits.usageDays) {
    throw invalidRequest([
      { path: 'to', message: `Use a day at most ${limits.usageDays} days after \`from\`.` },
    ]);
  }
  return { from: first, to: last };
}
