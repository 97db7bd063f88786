import { zipTypes } from '../types.ts';
import type { PageSink } from './pages.ts';
import { readXml } from './xml.ts';
import type { ZipMembers } from './zip-members.ts';

/** The maximum number of spaces that one element may represent. */
const MAX_SPACES = 100;

/** An OpenDocument file (ODF 1.3 part 3): text by its soft page breaks, a spreadsheet by sheets, slides one by one. */
export function readOpenDocument(members: ZipMembers, contentType: string, sink: PageSink): void {
  const xml = members.text('content.xml');
  if (xml === null) throw new Error('No content in it.');
  const pageElement =
    contentType === zipTypes.ods ? 'table' : contentType === zipTypes.odp ? 'page' : 'soft-page-break';
  const pages: string[][] = [[]];
  const write = (text: string): void => {
    pages.at(-1)!.push(sink.count(text));
  };
  let inBody = false;
  let paragraphs = 0;
  readXml(xml, {
    open(name, attributes) {
      if (name === 'body') inBody = true;
      if (!inBody) return;
      if (name === pageElement && pages.at(-1)!.length > 0) pages.push([]);
      if (name === 'p' || name === 'h') paragraphs += 1;
      else if (name === 'tab') write('\t');
      else if (name === 'line-break') write('\n');
      else if (name === 's') write(' '.repeat(Math.min(MAX_SPACES, Math.max(1, Number(attributes.c) || 1))));
      if (name === 'table' && contentType === zipTypes.ods) write(`${attributes.name ?? ''}\n`);
    },
    text(text) {
      if (paragraphs > 0) write(text);
    },
    close(name) {
      if (!inBody) return;
      if (name === 'p' || name === 'h') {
        paragraphs -= 1;
        if (contentType !== zipTypes.ods) write('\n');
      } else if (name === 'table-cell') write('\t');
      else if (name === 'table-row') write('\n');
    },
  });
  if (pages.length === 1) sink.unpaged(pages[0]!.join(''));
  else for (const page of pages) sink.page(page.join(''));
}
