/**
 * Finds the lines of a text that quote another message: lines marked with `>`, and the text below a header that mail
 * programs put before a quote. Every line is checked a bounded number of times.
 */
export function findQuotedLines(lines: readonly string[]): boolean[] {
  const quoted = lines.map(isMarked);
  for (let at = 0; at < lines.length; at++) {
    if (quoted[at]) continue;
    const header = headerAt(lines, at);
    if (header === null) continue;
    const isFollowedByMarks = isMarked(lines[firstWithText(lines, header.end)]);
    const isApart = isGap(lines[at - 1]);
    if (!isFollowedByMarks && !(header.kind === 'alone' || (header.kind === 'apart' && isApart))) continue;
    // The end of an unmarked quote is unknown, so it continues to the next marked lines.
    const end = isFollowedByMarks ? header.end : firstMarked(lines, header.end);
    quoted.fill(true, isRule(lines[at - 1]) ? at - 1 : at, end);
    at = end - 1;
  }
  return quoted;
}

/**
 * The kinds of lines that begin a quote: always (`alone`), when the line above is empty (`apart`), or only above
 * marked lines (`marked`), because the same words could begin a list. `end` is the following line.
 */
type Header = { kind: 'alone' | 'apart' | 'marked'; end: number };

/** Longer lines are text. */
const MAX_LINE = 300;
/** Lines that an attribution is wrapped into. */
const MAX_WRAPPED = 4;
/** Fields that mail programs copy from the header of the message that they quote, and lines in which these stand. */
const MAX_FIELD_LINES = 4;

const marker =
  /^-{2,12} ?(?:original message|original appointment|oprindelig besked|message d'origine|ursprüngliche nachricht|mensaje original|messaggio originale|mensagem original|oorspronkelijk bericht|ursprungligt meddelande|исходное сообщение|wiadomość oryginalna|原始邮件|原始郵件) ?-{0,12}$/iu;
const fromField = /^\*?(?:from|von|de|van|da|från|fra|od|от|发件人|寄件者|差出人) ?[:：]\*? ?\S/iu;
const dateField =
  /^\*?(?:sent|date|gesendet|datum|envoyé|fecha|enviado(?: el)?|enviada(?: em)?|data|inviato|verzonden|skickat|sendt|wysłano|дата|отправлено|发送时间|日期|送信日時|日付) ?[:：]/iu;

/** Words that begin attributions: a preposition, a day (`man. 1.`), a date. */
const opener =
  /^(?:(?:On|Le|El|Il|Em|Am|Op|W dniu|Dnia|Den|På|pe|Dana|Dne) |\p{L}{2,4}[.,]{1,2} \d|20\d\d[-./年]|\d{1,2}[./]\d{1,2}[./]|在)/u;
/** Who wrote: the words of attributions that say so. They end most; in some languages the name follows. */
const verbAtEnd =
  /(?:wrote|écrit|escribió|scritto|escreveu|kirjoitti|pisze|napisał(?:\(a\))?|написала?|пишет|yazdı|napsala?|작성|写道|寫道|のメッセージ) ?[:：]$/;
const verbWithin = /(?:schrieb|schreef|skrev) /;
/** Where the name comes first. */
const nameFirst =
  /^[^<>]{1,100}<[^<>\s]{1,100}>[^<>]{0,100}(?:schrieb|yazdı|写道|寫道)[:：]$|^.{1,150} on .{1,60} at .{1,60}wrote:$/;
const address = /[<([][^<>()[\]\s]{1,100}@[^<>()[\]\s]{1,150}[>)\]]/;
const time = /\d{1,2}[:.h]\d\d|20\d\d/;

function headerAt(lines: readonly string[], at: number): Header | null {
  const first = lines[at]!.trim();
  if (first === '' || first.length > MAX_LINE) return null;
  if (marker.test(first)) return { kind: 'alone', end: at + 1 };
  if (fromField.test(first) && hasDateField(lines, at + 1)) return { kind: 'apart', end: at + 1 };
  if (isColon(first)) {
    const kind = attribution(first);
    return kind && { kind, end: at + 1 };
  }
  return opener.test(first) ? wrappedAttribution(lines, at) : null;
}

/**
 * Mail programs fold long attributions. An attribution that is complete without the lines before it is not extended.
 */
function wrappedAttribution(lines: readonly string[], at: number): Header | null {
  let whole = lines[at]!.trim();
  for (let last = at + 1; last < at + MAX_WRAPPED; last++) {
    const line = (lines[last] ?? '').trim();
    if (line === '' || isMarked(line) || whole.length + line.length > MAX_LINE) return null;
    whole += ` ${line}`;
    if (!isColon(line)) continue;
    if (isCertain(attribution(line))) return null;
    const kind = attribution(whole);
    return isCertain(kind) ? { kind, end: last + 1 } : null;
  }
  return null;
}

const isCertain = (kind: Header['kind'] | null): kind is 'alone' | 'apart' =>
  kind === 'alone' || kind === 'apart';

/** The meaning of a line that ends with a colon. People who name an address in such a line may be starting a list. */
function attribution(line: string): Header['kind'] | null {
  const [hasAddress, hasTime] = [address.test(line), time.test(line)];
  const says = verbAtEnd.test(line) || (verbWithin.test(line) && (hasAddress || hasTime));
  if (nameFirst.test(line) || (opener.test(line) && says)) return hasAddress && hasTime ? 'alone' : 'apart';
  if (/^[\d(]/.test(line) && hasTime && />[:：]$/.test(line)) return 'apart';
  return hasAddress ? 'marked' : null;
}

function hasDateField(lines: readonly string[], from: number): boolean {
  for (const line of lines.slice(from, from + MAX_FIELD_LINES)) {
    if (line.trim() === '') return false;
    if (dateField.test(line.trim().slice(0, MAX_LINE))) return true;
  }
  return false;
}

/** Whether it begins with the mark of a quoted line. */
export const isMarked = (line: string | undefined): boolean => line?.startsWith('>') === true;
const isColon = (line: string): boolean => line.endsWith(':') || line.endsWith('：');
/** A horizontal line, as Outlook puts it above a quote. */
const isRule = (line: string | undefined): boolean =>
  line !== undefined && /^[_=-]{5,200}$/.test(line.trim());
const isGap = (line: string | undefined): boolean =>
  line !== undefined && (line.trim() === '' || isRule(line));

function firstWithText(lines: readonly string[], from: number): number {
  const most = Math.min(lines.length, from + 3);
  let at = from;
  while (at < most && lines[at]!.trim() === '') at++;
  return at;
}

function firstMarked(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && !isMarked(lines[at])) at++;
  return at;
}
