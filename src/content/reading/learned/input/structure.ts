import type { Content } from '../message.ts';
import { disguises } from '../text/fold.ts';
import { domainOf, type Host, hostOf, type Target } from './addresses.ts';
import { type Brands, namesIn, type Standing, standingOf } from './brands.ts';
import type { Markup } from './markup.ts';

/** Receives the names of structural features, which are then hashed. */
export type Names = (name: string) => void;

/** Buckets a count. */
const size = (count: number): number =>
  count <= 3 ? count : count <= 6 ? 4 : count <= 15 ? 5 : count <= 50 ? 6 : 7;

export function structureOf(
  content: Content,
  markup: Markup | null,
  targets: readonly Target[],
  brands: Brands,
  name: Names,
): void {
  headerNames(content, name);
  shapeNames(content, markup, name);
  const sender = hostOf(domainOf(content.from?.address ?? ''));
  senderNames(content, sender, brands, name);
  linkNames(content, sender, targets, brands, name);
  for (const { filename, content_type, risk } of content.attachments.slice(0, MAX_FILES)) {
    const endings = filename.slice(-MAX_NAME).toLowerCase().split('.').slice(1).slice(-2);
    name(`file ${endings.at(-1) ?? 'none'}`);
    name(`file type ${content_type.slice(0, MAX_NAME).split(/[;\s]/)[0]}`);
    if (endings.length > 1 && /^[a-z]{2,4}$/.test(endings[0]!)) name('file two endings');
    if (risk) name(`file risk ${risk}`);
  }
  name(`files ${size(content.attachments.length)}`);
}

function headerNames({ headers, reply_to, from }: Content, name: Names): void {
  for (const [key, value] of headers.slice(0, MAX_HEADERS)) {
    const field = key.slice(0, MAX_NAME).toLowerCase();
    name(`header ${field}`);
    for (const word of value
      .slice(0, MAX_NAME)
      .toLowerCase()
      .match(/[a-z][\w-]{2,20}/g)
      ?.slice(0, 4) ?? [])
      name(`header ${field} ${word}`);
  }
  const answers = reply_to[0];
  if (!answers || !from) return;
  const [mine, theirs] = [hostOf(domainOf(from.address)), hostOf(domainOf(answers.address))];
  name(mine.domain === theirs.domain ? 'reply near' : 'reply elsewhere');
  if (mine.domain !== theirs.domain) name(`reply at ${theirs.domain}`);
}

const MAX_SHAPE = 4_000;
const MAX_FILES = 100;
const MAX_NAME = 500;
const MAX_HEADERS = 200;

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const ASCII = /^[\x00-\x7f]*$/;

/** What the expressions below are in text of ASCII, which most mail is: classes of Unicode cost several times as much. */
const plain = {
  currency: /\$|\b[A-Z]{3} ?\d+[.,]\d\d\b/g,
  codeLine: /^[ \t*]*\d(?:[ -]?\d){3,9}[ \t*]*$/gm,
  codeWord: /(?<![A-Za-z\d.,:/#+-])(?:\d{4,8}|\d{3}[ -]\d{3})(?![A-Za-z\d/:%-])/g,
  shouting: /(?<![A-Za-z])[A-Z]{5,}(?![A-Za-z])/g,
};

function shapeNames({ subject, text, html }: Content, markup: Markup | null, name: Names): void {
  const all = text || markup?.visible || '';
  const said = all.length > MAX_SHAPE ? `${all.slice(0, MAX_SHAPE)}\n${all.slice(-MAX_SHAPE / 4)}` : all;
  name(`form ${text ? 'text' : ''}${html ? 'html' : ''}`);
  name(`length ${Math.round(Math.log2(all.length + 1))}`);
  const count = (pattern: RegExp): number => said.match(pattern)?.length ?? 0;
  const isPlain = ASCII.test(said);
  const questions = count(/[?？؟;](?=\s|$)/g);
  name(`questions ${size(count(/[?？؟]/g))}`);
  name(`marks ${size(questions)}`);
  name(`exclaims ${size(count(/[!！]/g))}`);
  name(`currency ${size(count(isPlain ? plain.currency : /\p{Sc}|\b(?:[A-Z]{3}) ?\d+[.,]\d\d\b/gu))}`);
  name(`quoted ${size(count(/^[ \t]*>/gm))}`);
  name(`listed ${size(count(/^[ \t]*(?:[-*•]|\d{1,2}[.)])\s/gm))}`);
  name(`fences ${size(count(/^[ \t]*(?:```|~~~)/gm))}`);
  name(`pictures ${size(isPlain ? 0 : count(/\p{Extended_Pictographic}/gu))}`);
  name(`iban ${size(count(/\b[A-Z]{2}\d{2}(?: ?[\dA-Z]{4}){3,7}\b/g))}`);
  name(`wallet ${size(count(/\b(?:bc1|0x|[13])[a-zA-Z0-9]{25,60}\b/g))}`);
  name(`code line ${size(count(isPlain ? plain.codeLine : /^[ \t*]*\p{N}(?:[ -]?\p{N}){3,9}[ \t*]*$/gmu))}`);
  name(
    `code word ${size(count(isPlain ? plain.codeWord : /(?<![\p{L}\p{N}.,:/#+-])(?:\p{Nd}{4,8}|\p{Nd}{3}[ -]\p{Nd}{3})(?![\p{L}\p{N}/:%-])/gu))}`,
  );
  name(
    `code mixed ${size(count(/(?<![\w-])(?=[A-Z0-9-]*\d)(?=[A-Z0-9-]*[A-Z])[A-Z0-9]{2,6}-?[A-Z0-9]{2,6}(?![\w-])/g))}`,
  );
  name(`phone ${size(count(/\+\d[\d ()/-]{8,16}\d/g))}`);
  name(`times ${size(count(/\b\d{1,2}[:.h]\d{2}\b/g))}`);
  name(`subject code ${/(?<!\p{N})\p{Nd}{4,8}(?!\p{N})/u.test(subject)}`);
  name(`subject shouts ${/\p{Lu}{4}/u.test(subject) && !/\p{Ll}/u.test(subject)}`);
  name(`subject prefix ${/^\s*\p{L}{2,4}\s?:/iu.exec(subject)?.[0].toLowerCase() ?? ''}`);
  name(`subject bracket ${/^\s*[[【]/.test(subject)}`);
  name(`ends asked ${/[?？؟]/.test(said.trimEnd().slice(-300))}`);
  name(`shouting ${size(count(isPlain ? plain.shouting : /(?<!\p{L})\p{Lu}{5,}(?!\p{L})/gu))}`);
  const { unseen, mixed } = disguises(`${subject}\n${said}`);
  name(`unseen ${size(unseen)}`);
  name(`mixed ${size(mixed)}`);
  if (markup) markupNames(markup, said, name);
}

function markupNames({ unseen, images, forms, elements, links }: Markup, said: string, name: Names): void {
  name(`images ${size(images)}`);
  name(`forms ${size(forms)}`);
  name(`elements ${size(elements)}`);
  name(`anchors ${size(links.length)}`);
  if (images > 0 && said.length < 40) name('image only');
  for (const { place, by, text } of unseen)
    name(`unseen ${place} ${by} ${text.length > 40 ? 'long' : 'short'}`);
}

function senderNames({ from }: Content, sender: Host, brands: Brands, name: Names): void {
  if (!from) {
    name('no sender');
    return;
  }
  const user = from.address.slice(0, Math.max(0, from.address.lastIndexOf('@'))).toLowerCase();
  for (const word of user.match(/[\p{L}]{2,}/gu)?.slice(0, 6) ?? []) name(`user ${word}`);
  name(`user digits ${size(user.match(/\d/g)?.length ?? 0)}`);
  name(`user parted ${/^[a-z]{1,20}[._-][a-z]{2,20}$/.test(user)}`);
  name(`sender suffix ${sender.suffix}`);
  name(`sender ${sender.domain}`);
  hostNames('sender', sender, name);
  displayNames(from.name, from.address, sender, brands, name);
}

function displayNames(
  shown: string | null,
  address: string,
  sender: Host,
  brands: Brands,
  name: Names,
): void {
  if (!shown) {
    name('no display name');
    return;
  }
  if (
    /[^\s@]+@[^\s@]+\.\w+/.test(shown.slice(0, 300)) &&
    !shown.toLowerCase().includes(address.toLowerCase())
  )
    name('name is other address');
  const standings = namesIn(shown.slice(0, 300)).map((word) => {
    const standing = standingOf(word, sender, brands);
    name(`named ${word} ${standing}`);
    return standing;
  });
  name(`name ${strongest(standings)}`);
}

const ranks: Standing[] = ['unknown', 'inside', 'foreign', 'near', 'masked', 'own'];
const strongest = (standings: readonly Standing[]): Standing =>
  standings.reduce((best, one) => (ranks.indexOf(one) > ranks.indexOf(best) ? one : best), 'unknown');

function hostNames(whose: string, { host, label, suffix }: Host, name: Names): void {
  if (/\d/.test(label)) name(`${whose} digits`);
  if (/[a-z]\d[a-z]/.test(label)) name(`${whose} digit inside`);
  if (host.includes('xn--') || /[^\x20-\x7e]/.test(host)) name(`${whose} foreign letters`);
  name(`${whose} dashes ${size(label.split('-').length - 1)}`);
  name(`${whose} depth ${size(host.split('.').length - suffix.split('.').length)}`);
  if (/^[\d.]+$/.test(host)) name(`${whose} number`);
}

function linkNames(
  content: Content,
  sender: Host,
  targets: readonly Target[],
  brands: Brands,
  name: Names,
): void {
  name(`links ${size(targets.length)}`);
  const spoken = namesIn(content.from?.name ?? '').concat(
    mentioned(content.subject),
    mentioned(content.text.slice(0, 3_000)),
  );
  const known = [...new Set(spoken)].filter((word) => word.length > 3 && brands.domainsOf(word)).slice(0, 12);
  for (const word of known) name(`speaks of known ${standingOf(word, sender, brands)}`);
  const near = namesIn(`${content.from?.name ?? ''} ${content.subject}`);
  for (const target of targets) {
    targetNames(target, sender, name);
    for (const word of known) name(`link of known ${standingOf(word, target, brands)}`);
    for (const word of near) {
      const standing = standingOf(word, target, brands);
      if (standing === 'masked' || standing === 'near') name(`link ${standing}`);
    }
  }
}

const mentioned = (text: string): string[] =>
  text
    .toLowerCase()
    .match(/[a-z][a-z0-9]{3,20}/g)
    ?.slice(0, 300) ?? [];

function targetNames(target: Target, sender: Host, name: Names): void {
  const own = target.domain === sender.domain ? 'own' : 'other';
  name(`link ${own}`);
  name(`link to ${target.domain}`);
  name(`link suffix ${target.suffix} ${own}`);
  hostNames(`link ${own}`, target, name);
  if (target.user) name('link user');
  if (!/^https:/i.test(target.url))
    name(`link scheme ${/^\w*/.exec(target.url)![0].slice(0, 8).toLowerCase()}`);
  const shown = /([\w-]+\.)+[a-z]{2,}/i.exec(target.text)?.[0];
  if (shown) name(hostOf(shown).domain === target.domain ? 'link shown right' : 'link shown wrong');
  for (const word of `${target.path} ${target.host}`
    .toLowerCase()
    .match(/[a-z]{3,20}/g)
    ?.slice(0, 12) ?? [])
    name(`link word ${word}`);
  for (const [, key] of target.query.toLowerCase().matchAll(/[?&]([\w-]{1,20})=/g)) name(`link key ${key}`);
  const long = /[\w-]{16,}/.exec(`${target.path}${target.query}`.replace(/[a-z]+-[a-z-]+/gi, ''));
  if (long) name(`link token ${own}`);
}
