import { type Colour, colours, PRODUCT, tileOf } from './colours.ts';
import type { Block, Letter } from './letter.ts';

// Mail programs support less HTML than browsers, so tables make the layout and inline styles the design. Only dark mode
// needs a style sheet; programs that do not support it show the light design.

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Escapes a text and keeps its line breaks. */
const lines = (text: string): string => escaped(text).replaceAll('\n', '<br>');

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const MONO = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace";

const paragraph = (html: string): string =>
  `<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:24px;color:${colours.ink[0]}">${html}</p>`;

const item = (text: string): string =>
  `<li class="ink" style="margin:0 0 8px;font-size:16px;line-height:24px;color:${colours.ink[0]}">${lines(text)}</li>`;

const fact = ([name, value]: readonly [string, string]): string =>
  `<tr><td class="soft" style="padding:4px 16px 4px 0;font-size:14px;line-height:20px;color:${colours.soft[0]};vertical-align:top;white-space:nowrap">${escaped(name)}</td>` +
  `<td class="ink" style="padding:4px 0;font-size:14px;line-height:20px;color:${colours.ink[0]};word-break:break-word">${lines(value)}</td></tr>`;

function blockHtml(block: Block): string {
  if (typeof block === 'string') return paragraph(lines(block));
  if ('code' in block)
    return `<p class="ink sunken" style="margin:0 0 16px;padding:16px;border-radius:8px;background:${colours.sunken[0]};color:${colours.ink[0]};font:600 32px/40px ${MONO};letter-spacing:6px;text-align:center">${escaped(block.code)}</p>`;
  if ('list' in block)
    return `<ul style="margin:0 0 16px;padding:0 0 0 20px">${block.list.map(item).join('')}</ul>`;
  if ('facts' in block)
    return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${block.facts.map(fact).join('')}</table>`;
  return `<blockquote class="soft line" style="margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid ${colours.line[0]};font-size:15px;line-height:22px;color:${colours.soft[0]};word-break:break-word">${lines(block.quote)}</blockquote>`;
}

const buttonHtml = ({ label, url }: { label: string; url: string }): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td class="button" bgcolor="${colours.accent[0]}" style="border-radius:8px;background:${colours.accent[0]}">` +
  `<a class="button-text" href="${escaped(url)}" style="display:inline-block;padding:12px 24px;font-size:16px;line-height:20px;font-weight:600;color:${colours.onAccent[0]};text-decoration:none">${escaped(label)}</a></td></tr></table>`;

const noteHtml = (html: string): string =>
  `<p class="soft" style="margin:0 0 8px;font-size:13px;line-height:20px;color:${colours.soft[0]}">${html}</p>`;

function headHtml(name: string): string {
  const { letter, wash, ink } = tileOf(name);
  return (
    '<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 24px"><tr>' +
    `<td class="tile" width="32" height="32" align="center" bgcolor="${wash[0]}" style="width:32px;height:32px;border-radius:16px;background:${wash[0]};color:${ink[0]};font-size:14px;line-height:32px;font-weight:600;text-align:center">${escaped(letter)}</td>` +
    `<td class="ink" style="padding:0 0 0 12px;font-size:15px;line-height:20px;font-weight:600;color:${colours.ink[0]}">${escaped(name)}</td></tr></table>`
  );
}

/** Rules of the dark form. They need `!important` to override inline styles. */
function darkRules(name: string): string {
  const { wash, ink } = tileOf(name);
  const paint = (selector: string, rule: 'color' | 'background' | 'border-color', [, dark]: Colour): string =>
    `${selector}{${rule}:${dark}!important}`;
  return [
    paint('.canvas', 'background', colours.canvas),
    paint('.surface', 'background', colours.surface),
    paint('.surface,.line', 'border-color', colours.line),
    paint('.sunken', 'background', colours.sunken),
    paint('.ink', 'color', colours.ink),
    paint('.soft', 'color', colours.soft),
    paint('.button', 'background', colours.accent),
    paint('.button-text', 'color', colours.onAccent),
    paint('.tile', 'background', wash),
    paint('.tile', 'color', ink),
  ].join('');
}

// Names of domains and DNS records are long words. They must break, or the mail would be wider than a phone.
const FRAME = 'width:100%;max-width:560px;margin:0 auto;text-align:left;table-layout:fixed';
const BREAKS = 'word-break:break-word;overflow-wrap:anywhere';

/** The HTML form. `from` names the deployment below everything else. */
export function htmlOf(letter: Letter, from: string): string {
  const name = letter.workspace ?? PRODUCT;
  const settings = letter.settings
    ? noteHtml(
        `<a class="soft" href="${escaped(letter.settings)}" style="color:${colours.soft[0]}">Choose which notices reach you</a>`,
      )
    : '';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(letter.heading)}</title>
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){${darkRules(name)}}</style></head>
<body class="canvas" style="margin:0;padding:0;background:${colours.canvas[0]}">
<table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" bgcolor="${colours.canvas[0]}" style="background:${colours.canvas[0]};font-family:${FONT}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" class="surface" cellpadding="0" cellspacing="0" bgcolor="${colours.surface[0]}" style="${FRAME};background:${colours.surface[0]};border:1px solid ${colours.line[0]};border-radius:12px"><tr><td style="padding:28px 28px 20px;${BREAKS}">
${headHtml(name)}
<h1 class="ink" style="margin:0 0 16px;font-size:22px;line-height:28px;font-weight:600;color:${colours.ink[0]};word-break:break-word">${escaped(letter.heading)}</h1>
${letter.body.map(blockHtml).join('\n')}
${letter.button ? buttonHtml(letter.button) : ''}
${letter.notes.map((note) => noteHtml(lines(note))).join('\n')}
</td></tr></table>
<table role="presentation" cellpadding="0" cellspacing="0" style="${FRAME}"><tr><td style="padding:16px 28px;${BREAKS}">
${settings}${noteHtml(`Sent by Proofmail at ${escaped(from)}`)}
</td></tr></table>
</td></tr></table></body></html>
`;
}
