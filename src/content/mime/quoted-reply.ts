import { findQuotedLines, isMarked } from './quoted-lines.ts';

/** A forwarded message is content of the sender, not a quote of the reader. */
const forwardMarker =
  /^(-{2,} ?(forwarded message|weitergeleitete nachricht|message transféré|mensaje reenviado) ?-{2,}|begin forwarded message:)/im;

/** Endings without content: RFC 3676 4.3, and additions by phones. */
const signatureStart =
  /^(-- ?$|sent from |get outlook for |gesendet von |von .{1,40} gesendet$|envoyé (de mon|depuis|à partir)|enviado desde |verzonden vanaf |verstuurd vanaf |sendt fra )/i;

/**
 * The words of this message: `text` without the parts that it quotes and without its signature.
 * Answers between quoted lines stay, in order. Where nothing but quotes is found, the whole text is
 * returned, since an empty answer would hide it.
 */
export function extractReply(text: string): string {
  const forwardAt = text.search(forwardMarker);
  const own = forwardAt < 0 ? text : text.slice(0, forwardAt);
  const forwarded = forwardAt < 0 ? '' : text.slice(forwardAt);
  return orWhole(joinParts(withoutSignature(withoutQuotes(own)), forwarded), text);
}

function withoutQuotes(text: string): string {
  const lines = text.split('\n');
  const quoted = findQuotedLines(lines);
  if (!quoted.includes(true)) return text;
  const answers: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const from = at;
    while (at < lines.length && !quoted[at]) at++;
    const answer = lines
      .slice(from, at)
      .join('\n')
      .replace(/^\s*\n/, '')
      .trimEnd();
    // A quote with its header stands apart; between marked lines answer follows answer.
    if (answer !== '') answers.push(isMarked(lines[at]) ? answer : `${answer}\n`);
  }
  return answers.join('\n');
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
