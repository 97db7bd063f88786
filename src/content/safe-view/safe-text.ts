import { readMarkup, steeringPassages, steers } from '#content/reading/index.ts';
import { withoutInvisible } from './characters.ts';
import { linksOf, namingHosts, type SafeLink } from './links.ts';
import { Located } from './locate.ts';
import { type Masked, notes } from './masking.ts';

/** What the reader found in the message when it came. */
export type Finding = { passage: string; part: string; flag: string };

export type Source = {
  text: string;
  /** The html of the message, for its links and for what it hides. */
  html?: string | null | undefined;
  findings?: readonly Finding[];
  /** Whether the text may steer its reader and is to be read passage by passage. */
  isSuspect: boolean;
  /** The score from which a passage counts that the reader did not name when the mail came. */
  least?: number;
};

export type SafeText = { text: string; masked: Masked[]; links: SafeLink[] };

/** Characters of html that are searched for hidden text and links. */
const MAX_HTML = 400_000;

/**
 * The text of a message or file as a model may read it: what a person would see, without passages that are addressed to
 * the software that reads it, and with the real hosts of its links. Linear in the length of its input.
 */
export function safeText({ text, html, findings = [], isSuspect, least }: Source): SafeText {
  const shown = withoutInvisible(namingHosts(text));
  const located = new Located(shown.blanked);
  const markup = html ? readMarkup(html.slice(0, MAX_HTML)) : null;
  const steering = [
    ...findings.filter(({ flag }) => flag === 'prompt_injection').map(({ passage }) => passage),
    ...(isSuspect ? steeringPassages(shown.blanked, least) : []),
  ];
  const hidden = [
    ...findings
      .filter(({ part }) => part === 'html_hidden' || part === 'html_comment')
      .map(({ passage }) => passage),
    ...(markup ? hiddenIn(markup) : []),
  ];
  const safe = shown.without([
    ...steering.flatMap((passage) =>
      located.all(passage).map((range) => ({ ...range, reason: 'steering' as const })),
    ),
    ...hidden.flatMap((passage) =>
      located.all(passage).map((range) => ({ ...range, reason: 'hidden_text' as const })),
    ),
  ]);
  const line = (each: string): string => safeLine(each, isSuspect);
  return { text: safe.text, masked: [...safe.masked], links: linksOf(safe.text, markup?.links ?? [], line) };
}

/** Fewer letters say nothing: spacers and dots. */
const MEANINGFUL = 8;

/** What html holds and does not show, unless it is shown elsewhere. */
function hiddenIn({ visible, unseen }: ReturnType<typeof readMarkup>): string[] {
  return unseen
    .filter(({ place }) => place === 'style' || place === 'preheader' || place === 'head')
    .map(({ text }) => text.trim())
    .filter((text) => (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= MEANINGFUL && !visible.includes(text));
}

/** Shorter lines tell nobody what to do. */
const SHORTEST_ORDER = 16;

/** A subject, a name or a snippet: one line of visible characters, or a note when it steers its reader. */
export function safeLine(text: string, isSuspect = true): string {
  const line = withoutInvisible(text).text.replace(/\s+/g, ' ').trim();
  const words = line.replace(/<\/?mark>/g, '').replace(/[_.-]+/g, ' ');
  return isSuspect && words.length >= SHORTEST_ORDER && steers(words) ? notes.steering : line;
}
