import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { Html } from './reference-html.ts';

// The guides and the other documents of docs/ as pages, for example `docs/guides/webhooks.md` as `/docs/guides/webhooks`.

/** The folders that are served, with the names of their sections. Documents outside folders are under `topics`. */
export const sections = {
  guides: 'Guides',
  connect: 'Connect a tool',
  topics: 'Topics',
  spec: 'Specification',
} as const;
export type Section = keyof typeof sections;

const root = (): string => join(process.cwd(), 'docs');
const folderOf = (section: Section): string => (section === 'topics' ? root() : join(root(), section));

export type DocsFile = {
  section: Section;
  name: string;
  path: string;
  title: string;
  /** Its first sentence. */
  about: string;
};

/** All documents, in the order of their sections. Read once, because they change only with the program. */
let known: readonly DocsFile[] | undefined;
export function docsFiles(): readonly DocsFile[] {
  known ??= (Object.keys(sections) as Section[]).flatMap(filesOf);
  return known;
}

function filesOf(section: Section): DocsFile[] {
  const folder = folderOf(section);
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => file.slice(0, -3));
  return inOrder(section, names).map((name) => {
    const [first] = headingsOf(readFileSync(join(folder, `${name}.md`), 'utf8'));
    const about = /^.+?[.:](?= |$)/.exec(first?.text ?? '')?.[0] ?? '';
    return { section, name, path: `/docs/${section}/${name}`, title: first?.title ?? name, about };
  });
}

/** Sorts documents in the order in which the README of their folder links to them. */
function inOrder(section: Section, names: readonly string[]): string[] {
  const readme = join(folderOf(section), 'README.md');
  if (section === 'topics' || !existsSync(readme)) return [...names].sort();
  const text = readFileSync(readme, 'utf8');
  const place = (name: string) => (text.includes(`(${name}.md`) ? text.indexOf(`(${name}.md`) : text.length);
  return names.toSorted((one, other) => place(one) - place(other) || (one < other ? -1 : 1));
}

export const docsFileAt = (path: string): DocsFile | undefined =>
  docsFiles().find((file) => file.path === path);

/** The text of a document, as Markdown. */
export const textOf = ({ section, name }: DocsFile): string =>
  readFileSync(join(folderOf(section), `${name}.md`), 'utf8');

/** The id of a heading, as GitHub makes it, so that the documents' own links work in both places. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

/** The page that a link of a document leads to; null if it leads to a file that is not served. */
export function linkTarget(from: DocsFile, href: string): string | null {
  if (/^(https?:|mailto:|#)/.test(href)) return href;
  const [file = '', anchor] = href.split('#', 2);
  const base = from.section === 'topics' ? '' : from.section;
  const path = posix.normalize(posix.join(base, file));
  const [folder, name] = path.includes('/') ? path.split('/', 2) : ['topics', path];
  const target = docsFiles().find((each) => each.section === folder && `${each.name}.md` === name);
  if (target) return `${target.path}${anchor ? `#${anchor}` : ''}`;
  return name === 'README.md' ? '/docs' : null;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A document as HTML. Its own HTML is shown as text, so that nothing in a document becomes markup. */
export function renderedDocs(file: DocsFile): Html {
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        return `<h${depth} id="${escaped(anchorOf(text))}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escaped(text),
      image: ({ text }: Tokens.Image) => escaped(text),
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens);
        const target = linkTarget(file, href);
        return target === null ? text : `<a href="${escaped(target)}">${text}</a>`;
      },
      code: ({ text }: Tokens.Code) => `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`,
      table(token: Tokens.Table) {
        const row = (cells: Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
        return `<div class="table" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${token.rows.map((cells) => row(cells, 'td')).join('')}</tbody></table></div>\n`;
      },
    },
  });
  return new Html(marked.parse(textOf(file), { async: false }));
}

export type Heading = { title: string; anchor: string; text: string };

/** The parts of a document by heading, in plain words, for the search. */
export function headingsOf(markdown: string): Heading[] {
  const prose = markdown.replaceAll(/^```.*?^```$/gms, '');
  return prose.split(/^(?=#{1,3} )/m).flatMap((part) => {
    const [first = '', ...lines] = part.split('\n');
    const title = /^#{1,3} (.+)$/.exec(first)?.[1];
    if (title === undefined) return [];
    const text = lines
      .join(' ')
      .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
      .replaceAll(/[`*|]|-{3,}/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
    return [{ title: title.replaceAll(/[`*]/g, ''), anchor: anchorOf(title), text }];
  });
}
