import { docsFiles } from './docs-files.ts';
import { docsPage, type Theme } from './docs-layout.ts';
import { type Html, html, prose, withCode } from './reference-html.ts';
import { fieldRow, fieldsOf, type Schema, type Schemas, typeOf } from './reference-schema.ts';

// The API reference, one page for each group of operations. Its pages work without their script, and load nothing from
// other hosts.

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

/** The parts of the OpenAPI document that the pages use. */
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
  if (group === 'oauth') return 'OAuth';
  const words = group.replaceAll('_', ' ');
  return words[0]!.toUpperCase() + words.slice(1);
};

export const groupsOf = ({ tags }: ReferenceDocument): (readonly [string, string])[] =>
  tags.map(({ name }) => [name, titleOf(name)] as const);

type PageOptions = { server: string; theme: Theme };

/** The page of a group, or for `null` the page that lists all groups. Returns null if there is no such group. */
export function referencePage(
  document: ReferenceDocument,
  { server, theme }: PageOptions,
  group: string | null,
): string | null {
  const tag = document.tags.find(({ name }) => name === group);
  if (group !== null && !tag) return null;
  const groups = Map.groupBy(entriesOf(document), ({ tags }) => tags[0]!);
  const content = tag
    ? groupContent(tag, groups.get(tag.name) ?? [], document, server)
    : overview(document, groups, server);
  return docsPage({
    title: tag ? `${titleOf(tag.name)} · API reference` : 'Documentation',
    path: tag ? `/docs/${tag.name}` : '/docs',
    theme,
    groups: groupsOf(document),
    content,
  });
}

const overview = (
  { info, tags }: ReferenceDocument,
  groups: Map<string, Entry[]>,
  server: string,
): Html => html`<h1>Documentation</h1>
<p class="lead">Give an agent a mailbox, let it read, search and answer, and keep an eye on what it sends.</p>
<ul class="cards">${docsFiles()
  .filter(({ section }) => section === 'guides')
  .map(
    ({ path, title, about }) => html`<li><a href="${path}"><b>${title}</b><small>${about}</small></a></li>`,
  )}</ul>
<h1 class="part" id="reference">API reference</h1>${prose(info.description)}
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
<h3>Example</h3><pre tabindex="0"><code>${curlOf(entry, server)}</code></pre>${tryIt(entry)}
<h3>Responses</h3>${Object.entries(responses).map(([status, response]) => responseOf(status, response, schemas))}
</section>`;
}

/**
 * The form that calls the operation with the reader's session. The script shows it, and only to people who are signed
 * in.
 */
function tryIt({ method, path, operationId, parameters = [], requestBody }: Entry): Html | null {
  if (!path.startsWith('/v1/')) return null;
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (type !== undefined && type !== 'application/json') return null;
  const fields = parameters.filter((parameter) => parameter.in !== 'header');
  const example = body?.example === undefined ? '{}' : JSON.stringify(body.example, null, 2);
  return html`<details class="try" hidden data-method="${method}" data-path="${path}" data-idempotent="${String(needsIdempotency(parameters))}"><summary>Try it</summary>
<p class="who"></p><form hidden>${fields.map(
    ({ in: place, name, required }) =>
      html`<label>${name}${place === 'query' ? html` <small>optional</small>` : null}<input name="${name}" data-in="${place}" autocomplete="off" spellcheck="false"${required ? html` required` : null}></label>`,
  )}${type === undefined ? null : html`<label>Body<textarea rows="${Math.min(16, example.split('\n').length + 1)}" spellcheck="false" aria-label="Body of ${operationId}">${example}</textarea></label>`}
<button class="primary">${method === 'GET' ? 'Send' : `Send ${method}…`}</button><output hidden></output></form></details>`;
}

const needsIdempotency = (parameters: NonNullable<Operation['parameters']>): boolean =>
  parameters.some(({ in: place, name }) => place === 'header' && name === 'Idempotency-Key');

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
  // All errors have one form. Only their codes differ, and the description lists them.
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
