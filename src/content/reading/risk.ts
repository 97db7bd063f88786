import { isPromptInjection } from './injection.ts';
import {
  type Content,
  type Mailbox,
  READ_CHARACTERS,
  type RiskFlag,
  riskFlags,
  type Sender,
} from './message.ts';
import { fold, inOrder, phrases, readText, type Text, vocabulary } from './words.ts';

/** Tags in the middle of a word, which do not part it. */
const WITHIN_WORDS = /^<\/?(?:b|i|u|em|strong|font|wbr)[\s/>]/i;
const SAID_IN_TAG = /\s(?:alt|title|aria-label)\s*=\s*"([^"]{20,1000})"/i;

/** Words of html without its tags, with what comments and attributes say beside what is shown. One pass. */
export function htmlWords(html: string): string {
  const pieces: string[] = [];
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open === -1) break;
    pieces.push(html.slice(at, open));
    const isComment = html.startsWith('<!--', open);
    const close = html.indexOf(isComment ? '-->' : '>', open);
    const tag = close === -1 ? '' : html.slice(open, close + 1);
    if (isComment && !tag.startsWith('<!--[')) pieces.push('\n', tag.slice(4), '\n');
    else if (!WITHIN_WORDS.test(tag)) pieces.push(' ', SAID_IN_TAG.exec(tag.slice(0, 2_000))?.[1] ?? '', ' ');
    at = close === -1 ? html.length : close + (isComment ? 3 : 1);
  }
  pieces.push(html.slice(at));
  return withoutEntities(pieces.join(''));
}

const entities: Record<string, string> = {
  nbsp: ' ',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  shy: '',
  zwnj: '',
  zwj: '',
};

const withoutEntities = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

const written = ({ subject, text }: Content): string => `${subject}\n${text.slice(0, READ_CHARACTERS)}`;

/** What a reading machine might be shown besides the text: names and file names, and html that says something else. */
function otherTexts(input: Content): string[] {
  const html = input.html === null ? '' : htmlWords(input.html.slice(0, READ_CHARACTERS * 3));
  const names = [input.from?.name ?? '', ...input.attachments.map(({ filename }) => filename)];
  const isRead = closed(input.text.slice(0, READ_CHARACTERS)).startsWith(closed(html));
  return [names.join('\n'), isRead ? '' : html.slice(0, READ_CHARACTERS)].filter(Boolean);
}

/** Without the blanks, which html and its text are seldom parted by in the same way. */
const closed = (text: string): string => text.replaceAll(/\s+/g, '');

const codeWords = vocabulary(
  'code codes passcode otp pin tan kode codigo codice sicherheitscode verifizierungscode bestatigungscode einmalpasswort verificationcode код kod 验证码 認証コード',
);
const aboutSigningIn = phrases([
  ...[
    'verification',
    'verify',
    'one-time',
    'one time',
    'security code',
    'passcode',
    'otp',
    'sign in',
    'signing in',
    'log in',
    'login',
    '2fa',
  ],
  ...[
    'two-factor',
    'authentication',
    'access code',
    'confirmation code',
    'einmalig',
    '*sicherheitscode',
    'verifizierung',
    'anmeld*',
  ],
  ...[
    'verificacion',
    'verificacao',
    'verifica',
    'code de securite',
    'acceso',
    'password',
    'reimpost*',
    'подтверждения',
    '验证',
    '認証',
  ],
]);
const notSigningIn = phrases([
  'discount code',
  'promo code',
  'coupon',
  'zip code',
  'postal code',
  'voucher',
  'qr code',
  'source code',
]);
/** 4 to 8 digits, in one or two groups. */
const CODE = /(?<![\p{L}\p{N}.,#/€$-])(\d{4,8}|\d{3}[ -]\d{3,4})(?![\p{L}\p{N}%€$/-])/u;

/** A one-time code: digits that stand near a word for them, in a message about signing in. */
export function hasOneTimeCode(subject: string, text: string): boolean {
  const beginning = `${subject}\n${text.slice(0, 3_000)}`;
  // Most mail has no such digits; only the rest is read once more.
  if (!CODE.test(fold(beginning))) return false;
  const read = readText(beginning);
  return notSigningIn(read).length === 0 && aboutSigningIn(read).length > 0 && read.tokens.some(codeWords);
}

const asks = vocabulary(
  'send reply confirm enter provide verify update submit give share tell envie sende bestatigen confirmez confirme confirmar',
);
const credentials = vocabulary(
  'password passwords passcode pin credentials login cvv ssn passwort zugangsdaten contrasena clave motdepasse senha wachtwoord username seed passphrase keys',
);
const cardNumber = phrases([
  'card number',
  'social security number',
  'bank details',
  'mot de passe',
  'datos bancarios',
  'coordonnees bancaires',
  'kreditkartennummer',
  'seed phrase',
  'private keys',
]);
const never = vocabulary('never nie niemals jamais nunca not dont don not');

function requestsCredentials(text: Text): boolean {
  const { tokens } = text;
  const places = inOrder(text, 4, asks, credentials);
  const refused = (place: number) => tokens.slice(Math.max(0, place - 8), place).some(never);
  if (places.some((place) => !refused(place))) return true;
  return cardNumber(text).length > 0 && tokens.some(asks);
}

const paymentAsks = vocabulary(
  'pay send transfer wire settle remit uberweisen zahlen payer virement pagar transferir betalen bonifico arrange deposit buy purchase due overdue uberfallig attached ci-joint adjuntamos',
);
const moneyWords = vocabulary(
  'invoice invoices payment payments fee bitcoin btc wallet iban rechnung betrag facture paiement factura pago fattura bonifico factuur bedrag eur usd gbp euro euros dollars $ funds giftcard',
);
const paymentPhrases = phrases([
  'gift card',
  'gift cards',
  'wire transfer',
  'bank account',
  'payment is due',
  'processing fee',
  'bank details',
  'new bank',
  'western union',
]);
const paidAlready = phrases([
  'thanks for your payment',
  'was refunded',
  'we have received your payment',
  'amount paid',
  'your receipt',
]);

function requestsPayment(text: Text): boolean {
  if (paidAlready(text).length > 0) return false;
  if (paymentPhrases(text).length > 0) return true;
  return (
    inOrder(text, 8, paymentAsks, moneyWords).length > 0 ||
    inOrder(text, 8, moneyWords, paymentAsks).length > 0
  );
}

/** The address up to its path: scheme, then no space, quote or bracket. */
const URL_START = /\bhttps?:\/\/([^\s/?#"'<>()[\]]{1,255})/gi;
const shorteners = new Set([
  'bit.ly',
  'tinyurl.com',
  't.co',
  'goo.gl',
  'is.gd',
  'cutt.ly',
  'ow.ly',
  'rebrand.ly',
  'shorturl.at',
]);
const MAX_LINKS = 200;
const lures = phrases([
  'verify your',
  'confirm your',
  'log in',
  'login',
  'sign in',
  'password',
  'suspended',
  'unusual activity',
  'update your',
  'account',
  'konto',
  'compte',
  'cuenta',
]);

const hostOf = (authority: string): string =>
  authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/:\d{1,5}$/, '')
    .toLowerCase();

function isSuspiciousLink(authority: string): boolean {
  const host = hostOf(authority);
  return (
    authority.includes('@') ||
    /^[\d.]+$/.test(host) ||
    host.startsWith('[') ||
    host.startsWith('xn--') ||
    host.includes('.xn--')
  );
}

/** A link in html whose text names another host than the one it leads to. */
function misleadingLinks(html: string): boolean {
  let seen = 0;
  for (let at = html.indexOf('<a '); at !== -1 && seen < MAX_LINKS; at = html.indexOf('<a ', at + 3)) {
    seen += 1;
    const end = html.indexOf('</a', at);
    const link = html.slice(at, Math.min(end === -1 ? at : end, at + 4_096));
    const target = /href="https?:\/\/([^"/?#]{1,255})/i.exec(link)?.[1];
    const shown = /^(?:https?:\/\/)?(?:www\.)?([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,6})/i.exec(
      htmlWords(link).trim(),
    )?.[1];
    if (target && shown && /\.[a-z]{2,}$/i.test(shown) && !sameSite(hostOf(target), shown.toLowerCase()))
      return true;
  }
  return false;
}

const sameSite = (a: string, b: string): boolean => {
  const [left, right] = [a, b].map((host) => host.replace(/^www\./, ''));
  return left === right || left!.endsWith(`.${right}`) || right!.endsWith(`.${left}`);
};

function hasPhishingLink(input: Content, text: Text): boolean {
  const authorities = [...input.text.slice(0, READ_CHARACTERS).matchAll(URL_START)]
    .slice(0, MAX_LINKS)
    .map((match) => match[1]!);
  const lured = lures(text).length > 0;
  if (
    authorities.some(
      (authority) => isSuspiciousLink(authority) || (lured && shorteners.has(hostOf(authority))),
    )
  )
    return true;
  return input.html !== null && misleadingLinks(input.html.slice(0, READ_CHARACTERS * 3));
}

const IMPERSONATION_FLAGS = ['display_name_spoof', 'lookalike_domain'];
const ADDRESS_IN_NAME = /([^\s@<>"']{1,64}@[a-z0-9.-]{1,253}\.[a-z]{2,63})/i;

/** The sender shows somebody else's name or address, or failed authentication and answers go elsewhere. */
export function impersonates({ from, trust }: Sender): boolean {
  const flags = trust?.flags ?? [];
  if (IMPERSONATION_FLAGS.some((flag) => flags.includes(flag))) return true;
  if (trust?.verdict === 'fail' && flags.includes('reply_to_mismatch')) return true;
  return showsOtherAddress(from);
}

function showsOtherAddress(from: Mailbox | null): boolean {
  const shown = from?.name && ADDRESS_IN_NAME.exec(from.name.slice(0, 500))?.[1];
  return Boolean(shown) && shown!.toLowerCase() !== from!.address.toLowerCase();
}

const dangerousFile =
  /\.(exe|scr|com|bat|cmd|js|jse|vbs|vbe|wsf|hta|lnk|jar|msi|ps1|iso|img|docm|xlsm|pptm|one)$/i;

/** The risks in what a message says, its strings bounded (decisions.md, Triage). */
export function risksIn(input: Content): RiskFlag[] {
  const raw = written(input);
  const text = readText(raw);
  const present: Record<Exclude<RiskFlag, 'impersonation'>, boolean> = {
    prompt_injection:
      isPromptInjection(raw, text) || otherTexts(input).some((other) => isPromptInjection(other)),
    credential_request: requestsCredentials(text),
    payment_request: requestsPayment(text),
    phishing_link: hasPhishingLink(input, text),
    attachment_risk: input.attachments.some(
      ({ risk, filename }) => risk !== null || dangerousFile.test(filename),
    ),
    otp: hasOneTimeCode(input.subject, input.text),
  };
  return riskFlags.filter((flag) => flag !== 'impersonation' && present[flag]);
}
