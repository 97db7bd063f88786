/** Messages that are made to be expensive, by kind of attack. */

export const head =
  'From: a@sender.example\r\nTo: b@mail.example\r\nSubject: hostile\r\nMessage-ID: <h@sender.example>\r\n';
export const multipart = (boundary: string): string =>
  `Content-Type: multipart/mixed; boundary=${boundary}\r\n\r\n`;
const html = (body: string): string => `${head}Content-Type: text/html; charset=utf-8\r\n\r\n${body}`;

function nestedMultiparts(depth: number): string {
  const levels = Array.from({ length: depth }, (_, i) => `${multipart(`b${i}`)}--b${i}\r\n`);
  return `${head}${levels.join('')}\r\ndeepest\r\n`;
}

export const hostile: Record<string, () => string> = {
  '100,000 parts': () => `${head}${multipart('b')}${'--b\r\n\r\nx\r\n'.repeat(100_000)}--b--\r\n`,
  '100,000 empty parts': () => `${head}${multipart('b')}${'--b\r\n'.repeat(100_000)}--b--\r\n`,
  'multiparts nested 10,000 deep': () => nestedMultiparts(10_000),
  'one boundary nested 10,000 deep': () => `${head}${`${multipart('b')}--b\r\n`.repeat(10_000)}x`,
  '10 MB header of one field': () => `X-Long: ${'a'.repeat(10 * 1024 * 1024)}\r\n${head}\r\nbody`,
  '10 MB header of folds': () => `${head}X-Folds: a\r\n${' b\r\n'.repeat(2_600_000)}\r\nbody`,
  '10 MB header of fields': () => `${head}${'X: y\r\n'.repeat(1_700_000)}\r\nbody`,
  '50,000 addresses in To': () => `${head}To: ${'x@sender.example, '.repeat(50_000)}\r\n\r\nbody`,
  '50,000 folded addresses in To': () => `${head}To: ${'x@sender.example,\r\n '.repeat(50_000)}\r\n\r\nbody`,
  'groups in groups in To': () =>
    `${head}To: ${'g:'.repeat(60_000)}x@sender.example${';'.repeat(60_000)}\r\n\r\nbody`,
  'quotes and brackets in To': () => `${head}To: ${'"<(@'.repeat(60_000)}\r\n\r\nbody`,
  '20,000 encoded words in Subject': () => `${head}Subject: ${'=?utf-8?Q?a?= '.repeat(20_000)}\r\n\r\nbody`,
  '20,000 encoded words in a name': () =>
    `${head}Cc: ${'=?utf-8?B?YQ==?= '.repeat(20_000)}<x@sender.example>\r\n\r\nbody`,
  '100,000 references': () => `${head}References: ${'<a@b> '.repeat(40_000)}\r\n\r\nbody`,
  'one parameter in 20,000 pieces': () =>
    `${head}Content-Type: text/plain; ${Array.from({ length: 20_000 }, (_, i) => `name*${i}*=a`).join('; ')}\r\n\r\nbody`,
  'comments in a content type': () => `${head}Content-Type: text/plain ${'('.repeat(200_000)}\r\n\r\nbody`,
  '2 MB of nested html': () => html('<div>'.repeat(400_000)),
  '2 MB of nested html, each closed in an attribute': () => html('<div a="</div>">'.repeat(125_000)),
  '2 MB of open brackets': () => html('<'.repeat(2_000_000)),
  '2 MB of unclosed comments': () => html('<!--'.repeat(500_000)),
  '2 MB of attributes': () => html(`<p ${'a=1 '.repeat(500_000)}>`),
  '2 MB of entities': () => html('&#x41;&amp;&lt;'.repeat(140_000)),
  '2 MB of table cells': () => html(`<table>${'<tr><td>x'.repeat(220_000)}`),
  '2 MB of image data': () => html(`<img src="data:image/png;base64,${'A '.repeat(1_000_000)}!">`),
  'spaces for the tag patterns': () => html(`<a href="${' '.repeat(2_000_000)}javascript:x">y</a>`),
  'a line that quote patterns choke on': () => `${head}\r\n${'0000from<'.repeat(6_000)}\r\n\r\n> q\r\n`,
  'lines that quote patterns choke on': () =>
    `${head}\r\n${`On ${'a '.repeat(400)}\r\n\r\n`.repeat(70)}> q\r\nOp x\r\n`,
  '8 MB of quoted lines': () => `${head}\r\n${'> quoted\r\n'.repeat(800_000)}`,
  '8 MB in one line': () => `${head}\r\n${'x'.repeat(8_000_000)}`,
  '8 MB of padded base64': () =>
    `${head}Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n${'aGk=\r\n'.repeat(1_300_000)}`,
  '8 MB of equals signs': () =>
    `${head}Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${'='.repeat(8_000_000)}`,
  '8 MB of soft breaks': () =>
    `${head}Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${'= \t\r\n'.repeat(1_600_000)}`,
  '8 MB of flowed lines': () =>
    `${head}Content-Type: text/plain; format=flowed\r\n\r\n${'a \r\n'.repeat(2_000_000)}`,
  '8 MB of delimiters that are none': () => `${head}${multipart('b')}${'--b x\r\n'.repeat(1_100_000)}`,
  '500 html parts': () =>
    `${head}${multipart('b')}${`--b\r\nContent-Type: text/html\r\n\r\n${'<div>'.repeat(2_000)}\r\n`.repeat(500)}--b--\r\n`,
};
