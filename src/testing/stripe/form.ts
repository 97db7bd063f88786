/** A parsed body or query in Stripe's format: `items[0][price]=…` is a list of objects. Values stay text. */
export type Form = { [name: string]: string | Form | (string | Form)[] };

export function readForm(text: string): Form {
  const root: Form = {};
  for (const [path, value] of new URLSearchParams(text)) {
    const names = [...path.matchAll(/^[^[\]]+|\[([^[\]]*)\]/g)].map(([whole, inner]) => inner ?? whole);
    let place = root;
    names.slice(0, -1).forEach((name) => {
      place[name] ??= {};
      place = place[name] as Form;
    });
    place[names.at(-1)!] = value;
  }
  return withLists(root) as Form;
}

function withLists(value: string | Form | (string | Form)[]): Form[string] {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, withLists(inner)] as const);
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index));
  return isList ? entries.map(([, inner]) => inner as string | Form) : Object.fromEntries(entries);
}
