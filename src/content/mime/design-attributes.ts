import { safeAttribute, safeSheet } from '#content/css/index.ts';
import { escapeValue } from './escape-markup.ts';

const NAMES = /^[\w\s-]{1,500}$/;

/**
 * The attributes of an element's design: its style without remote images, the same with them in `data-remote-style`, and
 * the names by which style sheets know it. An old `background` attribute becomes a style.
 */
export function designAttributes({ style = '', background = '', ...given }: Record<string, string>): string {
  const whole = `${backgroundStyle(background)}${style}`;
  let rendered = '';
  if (whole !== '') {
    const { local, remote } = safeAttribute(whole);
    if (local !== '') rendered += ` style="${escapeValue(local)}"`;
    if (remote !== null) rendered += ` data-remote-style="${escapeValue(remote)}"`;
  }
  for (const name of ['class', 'id'] as const) {
    const value = given[name];
    if (value !== undefined && NAMES.test(value)) rendered += ` ${name}="${escapeValue(value)}"`;
  }
  return rendered;
}

function backgroundStyle(address: string): string {
  const trimmed = address.trim();
  if (!/^https?:\/\//i.test(trimmed)) return '';
  return `background-image:url("${trimmed.replace(/["\\\s<>]/g, encodeURIComponent)}");`;
}

/** A style sheet as an element, without remote images, with the same with them in `data-remote-css`. */
export function designSheet({ css, media }: { css: string; media: string }): string {
  const isNarrowed = media !== '' && media.trim().toLowerCase() !== 'all';
  const { local, remote, isForDark } = safeSheet(isNarrowed ? `@media ${media}{${css}}` : css);
  if (local === '' && remote === null) return '';
  const more = remote === null ? '' : ` data-remote-css="${escapeValue(remote)}"`;
  return `<style${isForDark ? ' data-dark=""' : ''}${more}>${local}</style>`;
}
