/**
 * Java generators turn a constant into an enum, which cannot be boolean, so a boolean constant is written as a
 * boolean whose description states the value. Changes the document in place.
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
