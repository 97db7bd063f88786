// The script of the document in which PDFs are drawn (app/console/mailbox/pdf-frame.ts). It has no origin, so it can reach
// nothing: the page around it hands the file in, and hears how far it is. Pages are drawn when they come near the window.
import { getDocument, PDFWorker } from '/console/pdf-frame?part=library';

const MOST_PAGES = 200;
const MOST_PIXELS = 16_000_000;
const EDGE = 24;

const tell = (message) => parent.postMessage(message, '*');

/**
 * The file is read in a thread, so that one that is made to take forever stops no page. Its script was handed in with the file,
 * because a thread without an origin may load nothing. Without threads pdf.js reads the file here.
 */
function readerOf(script) {
  try {
    const port = new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));
    return new PDFWorker({ port });
  } catch {
    return undefined;
  }
}

async function draw(page, canvas, scale) {
  const viewport = page.getViewport({ scale });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  // As for paper: otherwise pdf.js waits for animation frames, of which a frame that nobody sees yet has none.
  await page.render({ canvas, canvasContext: canvas.getContext('2d'), viewport, intent: 'print' }).promise;
  page.cleanup();
}

function place(page, number) {
  const { width, height } = page.getViewport({ scale: 1 });
  const room = Math.max(200, document.documentElement.clientWidth - EDGE);
  const zoom = Math.min(2, room / width);
  const canvas = document.createElement('canvas');
  canvas.style.width = `${Math.floor(width * zoom)}px`;
  canvas.style.aspectRatio = `${width} / ${height}`;
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', `Page ${number}`);
  document.body.append(canvas);
  // A page of ten metres is drawn coarsely instead of taking all memory.
  const fits = Math.sqrt(MOST_PIXELS / (width * height));
  return { canvas, scale: Math.min(fits, zoom * Math.min(2, devicePixelRatio || 1)) };
}

async function show({ bytes, script }) {
  const data = new Uint8Array(bytes);
  const file = await getDocument({ data, worker: readerOf(script), verbosity: 0, enableXfa: false }).promise;
  const waiting = new Map();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        waiting.get(target)?.();
      }
    },
    { rootMargin: '400px' },
  );
  for (let number = 1; number <= Math.min(file.numPages, MOST_PAGES); number += 1) {
    const page = await file.getPage(number);
    const { canvas, scale } = place(page, number);
    const drawIt = () => draw(page, canvas, scale);
    if (number === 1) {
      await drawIt();
      tell({ state: 'ready', pages: file.numPages });
    } else {
      // A page that cannot be drawn stays white, and the others are shown.
      waiting.set(canvas, () => drawIt().catch(() => undefined));
      observer.observe(canvas);
    }
  }
}

addEventListener('message', ({ source, data }) => {
  if (source !== parent || !(data?.bytes instanceof ArrayBuffer)) return;
  show(data).catch((error) => tell({ state: 'failed', needsPassword: error?.name === 'PasswordException' }));
});
tell({ state: 'waiting' });
