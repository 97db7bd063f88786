import type { SearchFacets } from '../data/trpc.ts';
import { asWords, labelOf } from '../labels/label-of.ts';
import { categoryLabel, fileTypes } from '../labels/messages.ts';
import { facetLabels } from '../labels/search.ts';
import { termOf } from './search-operators.ts';

type FacetName = keyof SearchFacets;

const shown: FacetName[] = ['category', 'sender', 'label', 'attachment_type', 'month'];
const MOST = 6;

const monthWords = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });
/** Labels of values that are codes and not text from the mail. */
const valueLabels: Partial<Record<FacetName, (value: string) => string>> = {
  month: (month) => monthWords.format(new Date(`${month}-01T00:00:00Z`)),
  category: categoryLabel,
  attachment_type: (type) => labelOf(fileTypes, type) ?? asWords(type),
};

/** Counts of the matches by sender, category and so on. A click narrows the search to one value. */
export function Facets({ facets, narrow }: { facets: SearchFacets; narrow: (term: string) => void }) {
  return (
    <aside aria-label="Narrow the search" className="space-y-5">
      {shown
        .filter((name) => facets[name].length > 0)
        .map((name) => (
          <section key={name} aria-label={facetLabels[name]}>
            <h2 className="mb-1 text-xs font-medium text-ink-soft">{facetLabels[name]}</h2>
            <ul>
              {facets[name].slice(0, MOST).map(({ value, count }) => (
                <li key={value}>
                  <button
                    type="button"
                    onClick={() => narrow(terms(name, value))}
                    className="-mx-2 flex w-[calc(100%+1rem)] items-baseline gap-2 rounded-md px-2 py-0.5 text-left text-[13px] hover:bg-hover"
                  >
                    <span className="min-w-0 flex-1 truncate">{valueLabels[name]?.(value) ?? value}</span>
                    <span className="text-xs text-ink-soft tabular-nums">{count}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </aside>
  );
}

/** The search operators that select one value of a facet. A month ends before the first day of the next one. */
function terms(name: FacetName, value: string): string {
  if (name === 'month') return `after:${value}-01 before:${nextMonth(value)}-01`;
  if (name === 'attachment_type') return termOf('type', value);
  if (name === 'sender' || name === 'sender_domain') return termOf('from', value);
  return termOf(name, value);
}

function nextMonth(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}
