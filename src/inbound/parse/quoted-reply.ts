import EmailReplyParser from 'email-reply-parser';
import { parseLimits } from './limits.ts';
import { runWithin } from './time-guard.ts';

/** Whether there is anything that could be a quote; most mail has nothing, and the parser is slow. */
const quoteHint =
  /^[ \t]*>|wrote|schrieb|écrit|escribió|scritto|escreveu|schreef|skrev|kirjoitti|pisze|napisał|写道|작성|メッセージ|г\. в|^[ \t>*]*(from|von|de|van|da)\s?:|original message|oprindelig besked|message d'origine|ursprüngliche nachricht|^20\d\d-\d\d-\d\d/im;

/** A forwarded message is what the sender wants read, not a quote of what the reader wrote. */
const forwardMarker =
  /^(-{2,} ?(forwarded message|weitergeleitete nachricht|message transféré|mensaje reenviado) ?-{2,}|begin forwarded message:)/im;

/** Endings that hold no words of the message: RFC 3676 4.3, and what phones add. */
const signatureStart =
  /^(-- ?$|sent from |get outlook for |gesendet von |von .{1,40} gesendet$|envoyé (de mon|depuis|à partir)|enviado desde |verzonden vanaf |verstuurd vanaf |sendt fra )/i;

/**
 * The words of this message: `text` without the parts that it quotes and without its signature.
 * Answers between quoted lines stay, in order. Where nothing but quotes is found, the whole text is
 * returned, since an empty answer would hide it.
 */
export function extractReply(text: string): string {
  if (text.length > parseLimits.quotedTextChars) return orWhole(withoutQuotedLines(text), text);
  const forwardAt = text.search(forwardMarker);
  const own = forwardAt < 0 ? text : text.slice(0, forwardAt);
  const forwarded = forwardAt < 0 ? '' : text.slice(forwardAt);
  if (!quoteHint.test(own)) return orWhole(joinParts(withoutSignature(own), forwarded), text);
  return orWhole(joinParts(visibleFragments(own), forwarded), text);
}

function visibleFragments(text: string): string {
  try {
    // The parser's patterns backtrack without bound on hostile lines.
    return runWithin(parseLimits.quotedTextMs, () => {
      const fragments = new EmailReplyParser().read(shortenQuotes(text)).getFragments();
      const kept = fragments
        .filter((fragment) => !fragment.isQuoted())
        .map((fragment) => fragment.getContent());
      return withoutSignature(kept.join('\n'));
    });
  } catch {
    return withoutQuotedLines(text);
  }
}

/** Leaves one line of each run of quoted lines: they go anyway, and the parser's time is per line. */
function shortenQuotes(text: string): string {
  return text.replace(/^(>.*\n)(?:>.*\n)+/gm, '$1');
}

/** For text that is too long or too odd for the parser: lines marked `>` go, nothing else. */
function withoutQuotedLines(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/^[ \t]{0,3}>/.test(line))
    .join('\n');
}

/** Cuts a signature at the end, when it is short enough to be one. */
function withoutSignature(text: string): string {
  const lines = text.trimEnd().split('\n');
  const earliest = Math.max(1, lines.length - 12);
  for (let i = lines.length - 1; i >= earliest; i--) {
    if (signatureStart.test(lines[i]?.trimStart() ?? '')) return lines.slice(0, i).join('\n');
  }
  return text;
}

function joinParts(own: string, forwarded: string): string {
  const reply = own.trim();
  return forwarded === '' ? reply : `${reply}\n\n${forwarded.trim()}`.trim();
}

function orWhole(reply: string, text: string): string {
  const trimmed = reply.trim();
  return trimmed === '' ? text.trim() : trimmed;
}
