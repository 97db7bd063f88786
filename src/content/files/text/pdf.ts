import { getDocumentProxy } from 'unpdf';
import { fileLimits } from '../limits.ts';
import { type PageSink, TextLimitExceeded } from './pages.ts';

/** The text of a PDF page by page. A page with only a picture is empty. It throws for a file that needs a password. */
export async function readPdf(content: Uint8Array, sink: PageSink): Promise<void> {
  const document = await getDocumentProxy(content, { verbosity: 0 });
  try {
    if (document.numPages > fileLimits.text.pages) throw new TextLimitExceeded('too many pages');
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      const pieces = items.map((item) =>
        'str' in item ? sink.count(item.str + (item.hasEOL ? '\n' : '')) : '',
      );
      sink.page(pieces.join(''));
      page.cleanup();
    }
  } finally {
    await document.loadingTask.destroy();
  }
}
