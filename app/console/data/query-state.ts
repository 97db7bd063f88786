'use client';

import { usePathname, useRouter, useSearchParams } from 'next/navigation';

/** The filters of a page, kept in its URL so that the view can be shared. An empty value means no filter. */
export function useQueryState<Name extends string>(names: readonly Name[]) {
  const router = useRouter();
  const path = usePathname();
  const search = useSearchParams();
  const values = Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) as Record<
    Name,
    string
  >;
  const set = (changes: Partial<Record<Name, string>>) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries<string | undefined>(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    const query = next.toString();
    router.replace(query ? `${path}?${query}` : path, { scroll: false });
  };
  const clear = () => set(Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>);
  return { values, set, clear, isFiltered: names.some((name) => values[name] !== '') };
}
