import { CopyButton } from './copy-button.tsx';

export type Fact = { name: string; value: string; note?: string; copyable: boolean };

/** Names and values of the deployment. Values that people paste elsewhere have copy buttons. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className="divide-y divide-line">
      {facts.map((fact) => (
        <div key={fact.name} className="py-3 pr-3 pl-5">
          <dt className="text-xs text-ink-soft">{fact.name}</dt>
          <dd className="mt-0.5 flex items-start justify-between gap-2">
            <span className="min-w-0 py-1.5 font-mono text-[13px] leading-5 break-words">{fact.value}</span>
            {fact.copyable && <CopyButton text={fact.value} subject={fact.name} compact />}
          </dd>
          {fact.note && <dd className="pr-2 text-[13px] leading-5 text-ink-soft">{fact.note}</dd>}
        </div>
      ))}
    </dl>
  );
}
