/** The targets of citations: sections with their rules and headings, and decisions by name. */
export type Targets = {
  /** By number, such as `4.6`. */
  sections: ReadonlyMap<string, Section>;
  decisions: Section;
};
export type Section = { headings: ReadonlySet<string>; rules: ReadonlySet<number>; text: string };

export type Citation = {
  file: string;
  /** As it stands in the file. */
  text: string;
  /** Cited, and not there. */
  missing: string[];
};

const HEADING = /^(#{1,6}) (.+)$/gm;
const NUMBERED = /^(\d{1,2}(?:\.\d{1,2})?)\.? /;

/** Headings in order, each with the text up to the next one of its level or above. */
function sectionsOf(text: string): { title: string; body: string }[] {
  const found = [...text.matchAll(HEADING)].map((match) => ({
    level: match[1]!.length,
    title: match[2]!,
    at: match.index,
  }));
  return found.map(({ level, title, at }, index) => {
    const end = found.slice(index + 1).find((next) => next.level <= level)?.at ?? text.length;
    return { title, body: text.slice(at, end) };
  });
}

/** `Policy: every field` is cited as `Policy`. */
const sectionIn = (body: string): Section => ({
  headings: new Set(
    [...body.matchAll(HEADING)].map((match) => match[2]!.replace(NUMBERED, '').replace(/:.*/, '')),
  ),
  rules: new Set([...body.matchAll(/^(\d{1,2})\. /gm)].map((match) => Number(match[1]))),
  text: body,
});

export function targetsIn(chapters: readonly string[], decisions: string): Targets {
  const numbered = (text: string): [string, Section][] =>
    sectionsOf(text).flatMap(({ title, body }) => {
      const number = NUMBERED.exec(title)?.[1];
      return number ? [[number, sectionIn(body)] as [string, Section]] : [];
    });
  const ofDecisions = numbered(decisions).map(([number, section]): [string, Section] => [
    `decisions ${number}`,
    section,
  ]);
  return {
    sections: new Map([...chapters.flatMap(numbered), ...ofDecisions]),
    decisions: sectionIn(decisions),
  };
}

/** Comments wrap: a line of a comment, or of prose, goes on in the next one. */
const unwrapped = (text: string): string =>
  text.replace(/\r?\n[ \t]*(?:\*(?!\/)|\/\/+|--|>|#+)?[ \t]*/g, ' ');

const NUMBER = String.raw`\d{1,2}(?:\.\d{1,2})?(?![\d.]*\d|\w)`;
const START = new RegExp(
  [
    String.raw`(?<![\w-])[Ss]pec (?<short>(?=\d))`,
    String.raw`\b[Ss]pecification(?:'s \(|:? (?:sections? )?)(?<long>(?=\d))`,
    String.raw`\bspec decisions: (?<named>(?=\S))`,
    '(?<![\\w/-])`?decisions(?:-2)?(?:\\.md)?`?(?<page>(?= \\d| sections? \\d|, [A-Z"`]))',
  ].join('|'),
  'g',
);

const RULES = /^,?:? (?:[Ss]end )?rules? (\d{1,2}(?:(?:, | and | to )\d{1,2}(?![\d.]))*)/;
const MORE = new RegExp(String.raw`^(?:'s)?[^.;()*'"\d]{0,60}?(?:, |; | and | to )(?=${NUMBER})`);

/** Every number of `1, 2, 4 to 7`. */
const numbersIn = (list: string): number[] =>
  [...list.matchAll(/(\d+)(?: to (\d+))?/g)].flatMap(([, from, to]) =>
    Array.from({ length: Number(to ?? from) - Number(from) + 1 }, (_, index) => Number(from) + index),
  );

/** Reads `4.6 rule 5, 8.2 and 7.1`. Only the short form names a part of a section in a way that can be checked. */
function readSections(text: string, { sections }: Targets, namesParts: boolean): string[] {
  const missing: string[] = [];
  let rest = text;
  for (;;) {
    const number = new RegExp(`^${NUMBER}`).exec(rest)?.[0];
    if (!number) return missing;
    const section = sections.get(number);
    if (!section) missing.push(number);
    rest = rest.slice(number.length);
    const bracket = /^ \([^()]*\)/.exec(rest)?.[0] ?? '';
    const rules = RULES.exec(rest) ?? / rules? ([\d, andto]+)/.exec(bracket);
    for (const rule of numbersIn(rules?.[1] ?? ''))
      if (section && !section.rules.has(rule)) missing.push(`${number} rule ${rule}`);
    const part = namesParts ? /^: ([A-Z][^:.,;()]*)/.exec(rest)?.[1] : undefined;
    if (part && section && !hasName(section, part)) missing.push(`${number}: ${part}`);
    rest = rest.slice(bracket.length || rules?.[0].length || 0);
    const more = MORE.exec(rest)?.[0];
    if (more === undefined) return missing;
    rest = rest.slice(more.length);
  }
}

/** Whether a text begins with a heading of the section, or names something that stands in it as code. */
function hasName({ headings, text }: Section, named: string): boolean {
  const plain = named.replace(/^["`]/, '');
  if (/^PM_[A-Z_]+/.test(plain)) return text.includes(`\`${/^PM_[A-Z_]+/.exec(plain)![0]}\``);
  return [...headings].some((heading) => plain.startsWith(heading));
}

/** Reads ` section 3, Triage`, `, Thread token` or ` 4` after the name of the page. */
function readDecision(text: string, { sections, decisions }: Targets): string[] {
  const number = /^ (?:sections? )?(\d{1,2})/.exec(text);
  const missing = number && !sections.has(`decisions ${number[1]}`) ? [`decisions ${number[1]}`] : [];
  const rest = text.slice(number?.[0].length ?? 0);
  const names = /^(?:, | \()(["`]?[A-Z][^.;()*]*)/.exec(rest)?.[1] ?? '';
  const wanted = rest.startsWith(' (') ? names.split(', ') : [names];
  return [
    ...missing,
    ...wanted.filter((name) => name && !hasName(decisions, name)).map((name) => `decisions, ${name}`),
  ];
}

/** Every citation of the specification in a file. */
export function citationsIn(file: string, content: string, targets: Targets): Citation[] {
  const text = unwrapped(content);
  return [...text.matchAll(START)].map((match) => {
    const rest = text.slice(match.index + match[0].length, match.index + match[0].length + 300);
    const { named, page, short } = match.groups!;
    let missing: string[];
    if (named !== undefined)
      missing = hasName(targets.decisions, rest) ? [] : [`decisions: ${rest.slice(0, 30)}`];
    else if (page !== undefined) missing = readDecision(rest, targets);
    else missing = readSections(rest, targets, short !== undefined);
    return { file, text: `${match[0]}${rest.slice(0, 60)}`.trim(), missing };
  });
}

const withoutCode = (text: string): string =>
  text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '');

/** Headings as GitHub turns them into anchors. */
export function anchorsIn(text: string): Set<string> {
  const seen = new Map<string, number>();
  const anchors = [...text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(HEADING)].map((match) => {
    const plain = match[2]!
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    const times = seen.get(plain) ?? 0;
    seen.set(plain, times + 1);
    return times === 0 ? plain : `${plain}-${times}`;
  });
  return new Set(anchors);
}

/** Targets of the links of a Markdown text that stay within the repository. */
export const linksIn = (text: string): string[] =>
  [...withoutCode(text).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map((match) => match[1]!);
