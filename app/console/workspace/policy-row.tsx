'use client';

import { Lock } from 'lucide-react';
import { useId } from 'react';
import { aboutRule, nameOfPolicy, ruleWords, valueWords } from '../labels/policy.ts';
import { Badge } from '../parts/badge.tsx';
import { cn } from '../parts/class-names.ts';
import { PolicyControl } from './policy-control.tsx';
import { boundsOf, type PolicyRule } from './policy-draft.ts';

type Props = {
  rule: PolicyRule;
  value: unknown;
  isChanged: boolean;
  problem: string | null;
  mayChange: boolean;
  change: (value: unknown) => void;
  /** Resets the field; null if it already has its default. */
  reset: (() => void) | null;
};

/** One field with its description, default, limits and value. */
export function PolicyRow(props: Props) {
  const { rule, value, isChanged, problem, mayChange, change, reset } = props;
  const id = useId();
  const [nameId, aboutId] = [`${id}-name`, `${id}-about`];
  const isOpen = mayChange && !rule.is_locked;
  const isShort = !isOpen || rule.schema.type === 'boolean';
  return (
    <div
      className={cn(
        'grid items-start gap-x-8 gap-y-3 px-4 py-4 sm:grid-cols-[minmax(0,1fr)_17rem]',
        isShort && 'grid-cols-[minmax(0,1fr)_auto]',
      )}
    >
      <div className="min-w-0">
        <h3 id={nameId} className="flex flex-wrap items-center gap-2 text-sm font-medium">
          {nameOfPolicy(rule.path)}
          {rule.is_locked ? (
            <Badge>
              <Lock aria-hidden="true" />
              Locked
            </Badge>
          ) : null}
          {isChanged ? <Badge tone="accent">Not saved</Badge> : null}
        </h3>
        <div id={aboutId} className="mt-0.5 text-[13px] leading-5 text-pretty text-ink-soft">
          <p>{aboutRule(rule.description)}</p>
          <p className="mt-1">
            <Limits {...props} />
          </p>
          {problem ? <p className="mt-1 font-medium text-bad">{problem}</p> : null}
        </div>
      </div>
      <div className={cn('flex flex-col gap-1.5 sm:items-end', isShort && 'items-end')}>
        {isOpen ? (
          <PolicyControl
            rule={rule}
            value={value}
            change={change}
            disabled={false}
            field={{
              id,
              'aria-labelledby': nameId,
              'aria-describedby': aboutId,
              'aria-invalid': problem !== null,
            }}
          />
        ) : (
          <p className="max-w-40 text-right text-sm break-words tabular-nums">{ruleWords(rule, value)}</p>
        )}
        {isOpen && reset ? (
          <button
            type="button"
            className="prose-link self-end text-[13px]"
            onClick={reset}
            aria-label={`Reset ${nameOfPolicy(rule.path)}`}
          >
            Reset
          </button>
        ) : null}
      </div>
    </div>
  );
}

/** The default and the highest value allowed here. The page explains above what these mean. */
function Limits({ rule }: Props) {
  const isDefault = JSON.stringify(rule.value) === JSON.stringify(rule.default);
  const parts = [
    isDefault ? 'Default' : `Default: ${ruleWords(rule, rule.default)}`,
    !rule.is_locked && rule.most !== null ? `at most ${valueWords(boundsOf(rule).max)} here` : null,
  ];
  return (
    <>
      <span className="tabular-nums">{parts.filter(Boolean).join(', ')}</span>{' '}
      <code className="inline-block max-w-full font-mono text-xs break-words sm:ml-1">{rule.path}</code>
    </>
  );
}
