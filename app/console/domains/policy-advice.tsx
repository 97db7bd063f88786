import type { ReportSummary } from '../data/trpc.ts';
import { counted } from '../labels/counted.ts';
import { adviceWords, policyNames, readyBelowParent } from '../labels/reports.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { amountWords } from '../usage/amounts.ts';

/** Whether the DMARC policy can be stricter, and which mail that would stop. */
export function PolicyAdvice({ advice }: { advice: NonNullable<ReportSummary['advice']> }) {
  const { policy, reason, record, record_name, inherited_from, messages, would_break, days_reported } =
    advice;
  return (
    <section
      aria-label="DMARC policy"
      className="rounded-xl border border-line bg-surface px-4 py-3 text-sm leading-6"
    >
      {policy ? (
        <p>
          If mail fails authentication, the policy asks receivers to {policyNames[policy]}
          <span className="text-ink-soft">
            {inherited_from
              ? ` (${policy}, by the record ${inherited_from} of the parent domain).`
              : ` (p=${policy}).`}
          </span>
        </p>
      ) : null}
      <p className="text-pretty">
        {reason === 'ready' && inherited_from ? readyBelowParent : adviceWords[reason]}
      </p>
      {record_name && inherited_from ? (
        <p className="mt-1 font-mono text-[13px] leading-5 break-all">{`TXT ${record_name}`}</p>
      ) : null}
      {record ? (
        <p className="mt-1 flex min-w-0 items-start justify-between gap-2">
          <code className="min-w-0 py-1.5 font-mono text-[13px] leading-5 break-all">{record}</code>
          <CopyButton text={record} subject="the DMARC record" compact />
        </p>
      ) : null}
      {policy && policy !== 'reject' ? (
        <p className="mt-1 text-[13px] text-ink-soft">
          {`A stricter policy would have stopped ${amountWords(would_break)} of ${counted(messages, 'message')}, reported on ${counted(days_reported, 'day')}.`}
        </p>
      ) : null}
    </section>
  );
}
