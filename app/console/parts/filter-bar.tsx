import type { ReactNode } from 'react';
import type { useQueryState } from '../data/query-state.ts';
import { timeRanges } from '../data/time-ranges.ts';
import { FilterSelect } from './filter-select.tsx';

export type Filter<Name extends string> = {
  /** The query parameter that holds it. */
  name: Name;
  label: string;
  /** The label for "no filter". */
  all: string;
  options: readonly (readonly [value: string, name: string])[];
};

export const timeFilter: Filter<'within'> = {
  name: 'within',
  label: 'Time',
  all: 'Any time',
  options: timeRanges,
};

type Props<Name extends string> = {
  state: Pick<ReturnType<typeof useQueryState<Name>>, 'values' | 'set'>;
  filters: readonly Filter<NoInfer<Name>>[];
  /** Shown before the filters. */
  lead?: ReactNode;
  children?: ReactNode;
};

/** The filters of a list, kept in the URL. */
export function FilterBar<Name extends string>({ state, filters, lead, children }: Props<Name>) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      {lead}
      {filters.map(({ name, ...filter }) => (
        <FilterSelect
          key={name}
          {...filter}
          value={state.values[name]}
          onChange={(value) => state.set({ [name]: value } as Partial<Record<Name, string>>)}
        />
      ))}
      {children}
    </div>
  );
}
