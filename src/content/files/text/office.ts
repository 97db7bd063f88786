import { zipTypes } from '../types.ts';
import { readOpenDocument } from './open-document.ts';
import type { PageSink } from './pages.ts';
import { relationships } from './relationships.ts';
import { readSpreadsheet } from './spreadsheet.ts';
import { type Attributes, readXml } from './xml.ts';
import { ZipMembers } from './zip-members.ts';

/** The text of an office document: pages where it has them, sheets of a spreadsheet, slides of a presentation. */
export function readOffice(content: Uint8Array, contentType: string, sink: PageSink): void {
  const members = new ZipMembers(content);
  if (contentType === zipTypes.docx) readDocument(members, sink);
  else if (contentType === zipTypes.xlsx) readSpreadsheet(members, sink);
  else if (contentType === zipTypes.pptx) readSlides(members, sink);
  else readOpenDocument(members, contentType, sink);
}

/** Elements of WordprocessingML and DrawingML (ECMA-376 part 1, 17.3.3 and 21.1.2) that represent white space. */
const whiteSpace: Record<string, string> = { tab: '\t', br: '\n', cr: '\n', noBreakHyphen: '-' };

/** Calls back with the text of one part, and at every break of a page. */
function readRuns(xml: string, onText: (text: string) => void, onPageBreak: () => void): void {
  let inText = 0;
  // A fallback repeats the content for old programs.
  let inFallback = 0;
  readXml(xml, {
    open(name, attributes: Attributes) {
      if (name === 'Fallback') inFallback += 1;
      else if (name === 't') inText += 1;
      else if (name === 'lastRenderedPageBreak' || (name === 'br' && attributes.type === 'page'))
        onPageBreak();
      else if (whiteSpace[name] && !inFallback) onText(whiteSpace[name]);
    },
    text: (text) => {
      if (inText && !inFallback) onText(text);
    },
    close(name) {
      if (name === 'Fallback') inFallback -= 1;
      else if (name === 't') inText -= 1;
      else if (name === 'p') onText('\n');
      else if (name === 'tc') onText('\t');
    },
  });
}

function readDocument(members: ZipMembers, sink: PageSink): void {
  const xml = members.text('word/document.xml');
  if (xml === null) throw new Error('No document in it.');
  const pages: string[][] = [[]];
  readRuns(
    xml,
    (text) => pages.at(-1)!.push(sink.count(text)),
    () => {
      // Word also records the start of a page after an explicit page break.
      if (pages.at(-1)!.some((text) => text.trim() !== '')) pages.push([]);
    },
  );
  if (pages.length === 1) sink.unpaged(pages[0]!.join(''));
  else for (const page of pages) sink.page(page.join(''));
}

function readSlides(members: ZipMembers, sink: PageSink): void {
  const targets = relationships(members, 'ppt/_rels/presentation.xml.rels');
  const order: string[] = [];
  readXml(members.text('ppt/presentation.xml') ?? '', {
    open(name, attributes) {
      if (name === 'sldId') order.push(`ppt/${targets.get(attributes['r:id'] ?? attributes.id ?? '') ?? ''}`);
    },
  });
  for (const name of order) {
    const pieces: string[] = [];
    readRuns(
      members.text(name) ?? '',
      (text) => pieces.push(sink.count(text)),
      () => {},
    );
    sink.page(pieces.join(''));
  }
}
