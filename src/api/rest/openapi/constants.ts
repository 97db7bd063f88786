/**
 * Java generators make an enum of a constant, and have none for booleans: a boolean that is always the same is written as a
 * boolean that says so. Changes the document in place.
 */
export function constantsToBooleans<D extends object>(document: D): D {
  visit(document);
  return document;
}

type Schema = { const?: unknown; description?: string };

function visit(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  const schema = node as Schema;
  if (typeof schema.const === 'boolean') {
    const always = `Always ${schema.const}.`;
    schema.description = schema.description === undefined ? always : `${schema.description} ${always}`;
    delete schema.const;
  }
  for (const value of Object.values(node)) visit(value);
}
