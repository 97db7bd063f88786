'use client';

import { choiceName, valueWords } from '../labels/policy.ts';
import { cn } from '../parts/class-names.ts';
import { inputLook } from '../parts/field.tsx';
import { boundsOf, numberSchema, type PolicyRule } from './policy-draft.ts';

export type FieldProps = {
  id: string;
  'aria-labelledby': string;
  'aria-describedby': string;
  'aria-invalid': boolean;
};
type Props = {
  rule: PolicyRule;
  value: unknown;
  change: (value: unknown) => void;
  field: FieldProps;
  disabled: boolean;
};

/** The control for a value, chosen by its schema. */
export function PolicyControl(props: Props) {
  const { rule, value, change, field, disabled } = props;
  const {
    type,
    enum: options,
    items,
  } = rule.schema as {
    type?: string;
    enum?: string[];
    items?: { enum?: string[] };
  };
  if (type === 'boolean') return <Switch {...props} />;
  if (numberSchema(rule)) return <NumberInput {...props} />;
  if (options) {
    return (
      <select
        {...field}
        disabled={disabled}
        className={inputLook}
        value={String(value)}
        onChange={(event) => change(event.target.value)}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {choiceName(option)}
          </option>
        ))}
      </select>
    );
  }
  if (items?.enum) return <Checks {...props} options={items.enum} />;
  if (type === 'string') {
    return (
      <textarea
        {...field}
        rows={2}
        disabled={disabled}
        className={cn(inputLook, 'h-auto py-2')}
        value={String(value)}
        onChange={(event) => change(event.target.value)}
      />
    );
  }
  return <p className="text-sm">{valueWords(value)}</p>;
}

function Switch({ value, change, field, disabled }: Props) {
  const isOn = value === true;
  const { 'aria-invalid': _, ...named } = field;
  return (
    <button
      {...named}
      type="button"
      role="switch"
      aria-checked={isOn}
      disabled={disabled}
      onClick={() => change(!isOn)}
      className={cn(
        'relative inline-flex h-6 w-10 items-center rounded-full border transition-colors disabled:opacity-60',
        isOn ? 'border-accent bg-accent' : 'border-ink-soft bg-sunken',
      )}
    >
      <span
        aria-hidden="true"
        className={cn(
          'size-4 rounded-full transition-transform',
          isOn ? 'translate-x-[1.2rem] bg-canvas' : 'translate-x-0.5 bg-ink-soft',
        )}
      />
    </button>
  );
}

function NumberInput({ rule, value, change, field, disabled }: Props) {
  const { min, max } = boundsOf(rule);
  return (
    <input
      {...field}
      type="number"
      inputMode="decimal"
      min={min}
      max={max}
      step={numberSchema(rule)?.type === 'integer' ? 1 : 'any'}
      disabled={disabled}
      className={cn(inputLook, 'tabular-nums sm:text-right')}
      value={typeof value === 'number' && !Number.isNaN(value) ? value : ''}
      onChange={(event) => change(event.target.valueAsNumber)}
    />
  );
}

function Checks({ value, change, field, disabled, options }: Props & { options: string[] }) {
  const chosen = Array.isArray(value) ? value : [];
  const toggle = (option: string) =>
    change(options.filter((each) => (each === option ? !chosen.includes(each) : chosen.includes(each))));
  return (
    // biome-ignore lint/a11y/useSemanticElements: its name is outside of it, where a legend is not allowed.
    <div role="group" aria-labelledby={field['aria-labelledby']} className="flex flex-wrap gap-x-4 gap-y-2">
      {options.map((option) => (
        <label key={option} className="flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            disabled={disabled}
            className="size-4 accent-accent"
            checked={chosen.includes(option)}
            onChange={() => toggle(option)}
          />
          {choiceName(option)}
        </label>
      ))}
    </div>
  );
}
