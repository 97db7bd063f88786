// biome-ignore lint/suspicious/noExplicitAny: JSON Schema as plain data, whatever its form
type Schema = Record<string, any>;
type Entry = { requestBody?: { content?: Record<string, { schema?: Schema }> } };

/**
 * Moves the defaults of body fields to their descriptions. Generators for TypeScript and Go treat a field with a default
 * as required, or write code that does not compile.
 */
export function defaultsToWords<D extends { paths?: object }>(document: D): D {
  for (const methods of Object.values(document.paths ?? {}))
    for (const { requestBody } of Object.values(methods as Record<string, Entry>))
      for (const { schema } of Object.values(requestBody?.content ?? {})) explainDefaults(schema);
  return document;
}

function explainDefaults(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return;
  for (const field of Object.values((schema as Schema).properties ?? {}) as Schema[]) {
    if (!('default' in field)) continue;
    const words = `Default: \`${JSON.stringify(field.default)}\`.`;
    field.description = field.description ? `${field.description} ${words}` : words;
    delete field.default;
  }
  for (const part of Object.values(schema)) explainDefaults(part);
}
