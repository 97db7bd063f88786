import { type MessagePort, parentPort } from 'node:worker_threads';
import { readOffice } from './office.ts';
import { PageSink } from './pages.ts';
import { readPdf } from './pdf.ts';
import { readHtml, readPlain } from './plain.ts';
import type { TextAnswer, TextRequest } from './protocol.ts';

// Entry of the thread in which text is read out of files; text-reader.ts starts it and ends it when it is stuck.
if (parentPort) serve(parentPort);

function serve(port: MessagePort): void {
  const answer = (message: TextAnswer): void => port.postMessage(message);
  port.on('message', async (request: TextRequest) => {
    const sink = new PageSink((text) => answer({ type: 'page', text }));
    try {
      await read(request, sink);
      answer({ type: 'done' });
    } catch (error) {
      answer({ type: 'failed', reason: String(error).slice(0, 200) });
    }
  });
  answer({ type: 'started' });
}

async function read({ kind, contentType, content }: TextRequest, sink: PageSink): Promise<void> {
  if (kind === 'pdf') await readPdf(content, sink);
  else if (kind === 'office') readOffice(content, contentType, sink);
  else if (kind === 'html') readHtml(content, sink);
  else readPlain(content, sink);
}
