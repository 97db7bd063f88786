import { type Html, html, prose, withCode } from './reference-html.ts';
import { fieldRow, fieldsOf, type Schema, type Schemas, typeOf } from './reference-schema.ts';

// The API reference as plain pages, one for each group of operations: no script, and nothing from other hosts.

type Content = Record<string, { schema?: Schema; example?: unknown }>;

type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters?: { in: string; name: string; required?: boolean; schema: Schema; description?: string }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};

/** What the pages read of the OpenAPI document. */
export type ReferenceDocument = {
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Schemas };
};

type Entry = Operation & { method: string; path: string };

const entriesOf = ({ paths }: ReferenceDocument): Entry[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
    })),
  );

const titleOf = (group: string): string => {
  const words = group.replaceAll('_', ' ');
  return words[0]!.toUpperCase() + words.slice(1);
};

/** The page of a group, or with `null` the page that lists them all; null where there is no such group. */
export function referencePage(
  document: ReferenceDocument,
  server: string,
  group: string | null,
): string | null {
  const tag = document.tags.find(({ name }) => name === group);
  if (group !== null && !tag) return null;
  const groups = Map.groupBy(entriesOf(document), ({ tags }) => tags[0]!);
  const content = tag
    ? groupContent(tag, groups.get(tag.name) ?? [], document, server)
    : overview(document, groups, server);
  const title = tag ? `${titleOf(tag.name)} · API reference` : 'API reference';
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title} · Proofmail</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/icon.svg"><link rel="stylesheet" href="/docs/style.css"></head>
<body><nav aria-label="Groups"><a class="home" href="/console">Proofmail</a>
<a href="/docs"${current(group === null)}>API reference</a>
${document.tags.map(({ name }) => html`<a href="/docs/${name}"${current(name === group)}>${titleOf(name)}</a>`)}
<a href="/openapi.json">OpenAPI document</a></nav>
<main aria-label="API reference">${content}</main></body></html>`.markup;
}

const current = (isCurrent: boolean): Html | null => (isCurrent ? html` aria-current="page"` : null);

const overview = (
  { info, tags }: ReferenceDocument,
  groups: Map<string, Entry[]>,
  server: string,
): Html => html`<h1>API reference</h1>${prose(info.description)}
<p>Send JSON to <code>${server}/v1</code> with the header <code>Authorization: Bearer &lt;API key&gt;</code>. The
<a href="/openapi.json">OpenAPI document</a> has everything on these pages for programs, and the events of webhooks.</p>
${tags.map(
  ({
    name,
    description,
  }) => html`<section><h2><a href="/docs/${name}">${titleOf(name)}</a></h2>${prose(description)}
<ul class="operations">${(groups.get(name) ?? []).map(
    ({ operationId, method, path, summary }) =>
      html`<li><a href="/docs/${name}#${operationId}"><code>${signature(method, path)}</code></a> ${summary}</li>`,
  )}</ul></section>`,
)}`;

const signature = (method: string, path: string): Html =>
  html`<b class="${method.toLowerCase()}">${method}</b> ${path}`;

const groupContent = (
  { name, description }: { name: string; description: string },
  entries: readonly Entry[],
  { components }: ReferenceDocument,
  server: string,
): Html => html`<h1>${titleOf(name)}</h1>${prose(description)}
<ul class="operations">${entries.map(
  ({ operationId, summary }) => html`<li><a href="#${operationId}">${summary}</a></li>`,
)}</ul>${entries.map((entry) => sectionOf(entry, components.schemas, server))}`;

function sectionOf(entry: Entry, schemas: Schemas, server: string): Html {
  const { operationId, method, path, summary, description, parameters = [], requestBody, responses } = entry;
  const [bodyType, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const fields = body?.schema ? fieldsOf(body.schema, schemas) : null;
  return html`<section id="${operationId}"><h2>${summary}</h2>
<p class="signature"><code>${signature(method, path)}</code></p>${prose(description)}
${parameters.length > 0 ? html`<h3>Parameters</h3><ul class="fields">${parameters.map((parameter) => parameterRow(parameter, schemas))}</ul>` : null}
${bodyType ? html`<h3>Body <small>${bodyType}</small></h3>${fields}` : null}
<h3>Example</h3><pre><code>${curlOf(entry, server)}</code></pre>
<h3>Responses</h3>${Object.entries(responses).map(([status, response]) => responseOf(status, response, schemas))}
</section>`;
}

const parameterRow = (parameter: NonNullable<Operation['parameters']>[number], schemas: Schemas): Html =>
  fieldRow(
    {
      name: parameter.in === 'path' ? `{${parameter.name}}` : parameter.name,
      field: parameter.schema,
      isRequired: parameter.required === true,
    },
    schemas,
  );

function responseOf(
  status: string,
  { description, content }: Operation['responses'][string],
  schemas: Schemas,
): Html {
  const [type, first] = Object.entries(content ?? {})[0] ?? [];
  // Errors have one form; what tells them apart are their codes, in the description.
  const isError = /^[45]/.test(status) || status === 'default';
  const fields = !isError && first?.schema ? fieldsOf(first.schema, schemas) : null;
  const shape = !isError && first?.schema ? typeOf(first.schema, schemas) : type;
  if (isError) return html`<div class="response"><b>${status}</b> ${prose(description)}</div>`;
  return html`<details class="response" open><summary><b>${status}</b> ${withCode(description)} <span class="type">${shape}</span></summary>${fields}</details>`;
}

function curlOf({ method, path, parameters = [], requestBody }: Entry, server: string): string {
  const filled = path.replace(/\{(\w+)\}/g, (whole, name) => {
    const schema = parameters.find((parameter) => parameter.name === name)?.schema;
    return String(schema?.examples?.[0] ?? whole);
  });
  const example = requestBody?.content['application/json']?.example;
  const needsKey = parameters.some(
    ({ in: place, name, required }) => place === 'header' && required && name === 'Idempotency-Key',
  );
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${server}${filled}'`,
    `  -H "Authorization: Bearer $PROOFMAIL_API_KEY"`,
    ...(needsKey ? [`  -H "Idempotency-Key: $(uuidgen)"`] : []),
    ...(example === undefined
      ? []
      : [
          `  -H 'Content-Type: application/json'`,
          `  -d '${JSON.stringify(example, null, 2).replaceAll("'", "'\\''")}'`,
        ]),
  ].join(' \\\n');
}
