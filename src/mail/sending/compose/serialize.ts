import type MimeNode from 'nodemailer/lib/mime-node';
import * as quotedPrintable from 'nodemailer/lib/qp';

const LINE = /.{1,76}/g;

const base64Lines = (content: string | Buffer): string => {
  const encoded = (typeof content === 'string' ? Buffer.from(content) : content).toString('base64');
  return (encoded.match(LINE) ?? []).join('\r\n');
};

const quotedPrintableLines = (content: string | Buffer): string =>
  quotedPrintable.wrap(quotedPrintable.encode(content));

/** Text gets CRLF line ends; bytes (a forwarded message) already have them. */
const encodeContent = (content: string | Buffer, transferEncoding: string | false): string => {
  const wire = typeof content === 'string' ? content.replaceAll('\n', '\r\n') : content;
  if (transferEncoding === 'base64') return base64Lines(wire);
  if (transferEncoding === 'quoted-printable') return quotedPrintableLines(wire);
  return typeof wire === 'string' ? wire : wire.toString('latin1');
};

const writeNode = (node: MimeNode, chunks: string[]): void => {
  const transferEncoding = node.getTransferEncoding();
  chunks.push(node.buildHeaders(), '\r\n\r\n');
  if (typeof node.content === 'string' || Buffer.isBuffer(node.content)) {
    chunks.push(encodeContent(node.content, transferEncoding));
  }
  if (!node.multipart) return;
  node.childNodes.forEach((child, index) => {
    chunks.push(`${index > 0 ? '\r\n' : ''}--${node.boundary}\r\n`);
    writeNode(child, chunks);
  });
  chunks.push(`\r\n--${node.boundary}--\r\n`);
};

/**
 * The bytes of a compiled message whose contents are strings with LF line ends or buffers. nodemailer's own
 * writer streams every part through several transforms, which costs more than the composing itself
 * (0.2 ms against 0.05 ms for a short message); all parts are in memory here.
 */
export const serializeMessage = (root: MimeNode): Buffer => {
  const chunks: string[] = [];
  writeNode(root, chunks);
  if (!chunks.at(-1)?.endsWith('\r\n')) chunks.push('\r\n');
  return Buffer.from(chunks.join(''), 'latin1');
};
