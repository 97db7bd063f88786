'use client';

import { cn } from './class-names.ts';

type Props<Value extends string> = {
  label: string;
  options: readonly (readonly [value: Value, name: string])[];
  value: Value;
  onChange: (value: Value) => void;
};

/** A choice between a few options, side by side. Arrow keys move between them. */
export function Choice<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  return (
    <fieldset className="relative flex w-fit max-w-full min-w-0 flex-wrap gap-0.5 rounded-lg border border-line bg-sunken p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map(([each, name]) => (
        <label
          key={each}
          className={cn(
            'cursor-pointer rounded-md px-2.5 py-1 text-[13px] whitespace-nowrap text-ink-soft hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent',
            each === value && 'bg-surface font-medium text-ink shadow-xs ring-1 ring-line',
          )}
        >
          <input
            type="radio"
            name={label}
            className="sr-only"
            checked={each === value}
            onChange={() => onChange(each)}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
