import { docsFiles, headingsOf, sections, textOf } from './docs-files.ts';
import type { ReferenceDocument } from './reference-page.ts';

/** One result of the search of /docs: its title, its URL, its kind, and the text that is searched. */
export type SearchEntry = [title: string, url: string, kind: string, text: string];

/** The number of characters of a text that are searched; enough to show a line of it. */
const MOST = 280;

/** The search index, which the page loads once and searches in the browser: guides first, then the reference. */
export function searchIndex(document: ReferenceDocument): SearchEntry[] {
  const parts = docsFiles().flatMap((file) =>
    headingsOf(textOf(file)).map(({ title, anchor, text }, index): SearchEntry => {
      const name = index === 0 ? file.title : `${file.title}: ${title}`;
      return [
        name,
        `${file.path}${index === 0 ? '' : `#${anchor}`}`,
        sections[file.section],
        text.slice(0, MOST),
      ];
    }),
  );
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId, tags, summary, description = '' }]): SearchEntry => [
        summary,
        `/docs/${tags[0]}#${operationId}`,
        'Reference',
        `${method.toUpperCase()} ${path} ${description.slice(0, MOST)}`,
      ],
    ),
  );
  return [...parts, ...operations];
}
