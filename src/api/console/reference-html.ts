/** Markup that is safe to send unchanged. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = Html | readonly Html[] | string | number | null | false | undefined;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.markup;
  return Array.isArray(part) ? part.map(render).join('') : escaped(String(part));
}

/** A template of markup: inserted values are escaped, unless they come from another template. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(texts.map((text, index) => text + render(parts[index])).join(''));

/** The paragraphs and lists of a description, with `code` in backticks. */
export const prose = (text: string | undefined): Html[] =>
  (text ?? '')
    .split(/\n{2,}/)
    .filter(Boolean)
    .map(paragraph);

function paragraph(text: string): Html {
  const lines = text.split('\n');
  if (lines.every((line) => line.startsWith('- ')))
    return html`<ul>${lines.map((line) => html`<li>${withCode(line.slice(2))}</li>`)}</ul>`;
  return html`<p>${withCode(text)}</p>`;
}

export const withCode = (text: string): Html[] =>
  text.split('`').map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`));
