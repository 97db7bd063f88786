import { cn } from './class-names.ts';
import { inputLook } from './field.tsx';

type Props = {
  label: string;
  value: string;
  /** The label for "no filter". Without it an option is always chosen. */
  all?: string;
  options: readonly (readonly [value: string, name: string])[];
  onChange: (value: string) => void;
};

/** One filter of a list. Its label is only for screen readers. */
export function FilterSelect({ label, value, all, options, onChange }: Props) {
  return (
    <select
      aria-label={label}
      className={cn(
        inputLook,
        'h-8 w-auto max-w-full px-2 text-[13px] max-sm:grow max-sm:basis-36 sm:max-w-64',
        all !== undefined && value && 'border-accent',
      )}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {all === undefined ? null : <option value="">{all}</option>}
      {options.map(([each, name]) => (
        <option key={each} value={each}>
          {name}
        </option>
      ))}
    </select>
  );
}
