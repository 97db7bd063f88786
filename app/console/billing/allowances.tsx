import { featureLabels } from '../labels/workspace.ts';
import { Time } from '../parts/time.tsx';
import { amountWords } from '../usage/amounts.ts';
import { Meter } from '../usage/meter.tsx';
import type { Overview } from './kinds.ts';

/** The use of each feature, its limit, and the forecast for the month. */
export function Allowances({ overview: { features, mode } }: { overview: Overview }) {
  return (
    <section aria-label="Allowances" className="rounded-xl border border-line bg-surface p-4 sm:p-5">
      <h2 className="text-[15px] font-semibold tracking-tight">Usage and limits</h2>
      <p className="mt-0.5 mb-4 text-[13px] leading-5 text-ink-soft">
        {mode === 'metered'
          ? 'Sends and triage are counted per calendar month (UTC). Everything else is the current amount.'
          : 'No plan sets limits here.'}
      </p>
      <div className="grid gap-x-10 gap-y-4 sm:grid-cols-2">
        {features.map(({ feature, used, granted, forecast }) => (
          <div key={feature}>
            <Meter name={featureLabels[feature]} used={used} of={granted} />
            {forecast && used > 0 ? (
              <p className="mt-1 text-[13px] leading-5 text-ink-soft">
                {granted !== null && used >= granted ? (
                  'Used up.'
                ) : forecast.runs_out_at ? (
                  <span className="text-warn">
                    At this rate, it is used up on <Time at={forecast.runs_out_at} />.
                  </span>
                ) : (
                  `At this rate, ${amountWords(forecast.at_period_end)} by the end of the month.`
                )}
              </p>
            ) : null}
          </div>
        ))}
      </div>
    </section>
  );
}
