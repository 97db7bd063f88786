/** The meaning of a reply for its message or recipient (RFC 5321 4.2). */
export type ReplyMeaning = 'positive' | 'permanent' | 'temporary' | 'unclear';

export type SmtpReply = { code: number | null; enhancedCode: string | null; text: string };

const CODE = /^([2-5][0-9]{2})(?:[ -]|$)/;
const ENHANCED = /^[2-5][0-9]{2}[ -]([245]\.[0-9]{1,3}\.[0-9]{1,3})(?:\s|$)/;
const MAX_TEXT = 500;

/**
 * 5yz codes that are about the session or the credentials, not about the message. The same message may be accepted once
 * these are fixed (503 bad sequence; 530, 534, 535, 538 authentication, RFC 4954 6).
 */
const SESSION_CODES = new Set([503, 530, 534, 535, 538]);

/** Parses a reply of one or more lines, joined by line feeds. */
export const parseReply = (reply: string): SmtpReply => ({
  code: CODE.test(reply) ? Number(reply.slice(0, 3)) : null,
  enhancedCode: ENHANCED.exec(reply)?.[1] ?? null,
  text: reply
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT)
    .toWellFormed(),
});

/** Every reply other than a well-formed 2yz, 4yz or 5yz is unclear and decides nothing. */
export const replyMeaning = ({ code }: SmtpReply): ReplyMeaning => {
  if (code === null || (code >= 300 && code < 400)) return 'unclear';
  if (code < 300) return 'positive';
  return code < 500 || SESSION_CODES.has(code) ? 'temporary' : 'permanent';
};

/**
 * The same for RCPT. There, a 552 without an enhanced code, or with that for "too many recipients", is an old form of 452
 * (RFC 5321 4.5.3.1.10).
 */
export const recipientReplyMeaning = (reply: SmtpReply): ReplyMeaning => {
  const tooMany = reply.code === 552 && (reply.enhancedCode === null || reply.enhancedCode.endsWith('.5.3'));
  return tooMany ? 'temporary' : replyMeaning(reply);
};

/** Patterns for the queue id in the replies of well-known servers to the final dot, the most specific first. */
const QUEUE_ID = [
  /\bqueued as <?([A-Za-z0-9._+/=@-]+)>?/i, // Postfix, Halon, Mailgun
  /\bid=([A-Za-z0-9._+/=-]+)/, // Exim
  /^250 2\.0\.0 OK <([^<>\s]+)>/i, // Exchange Online
  /^250 2\.\d\.\d ([A-Za-z0-9]{8,32}) Message accepted for delivery/i, // sendmail
  /^250 (?:2\.\d\.\d )?OK\s+(\d{9,}\s+\S+)\s+-\s+gsmtp/i, // Gmail
  /^250 Ok ([0-9a-f]+(?:-[0-9a-f]+)+)$/i, // Amazon SES
  /\bqueued \(?([0-9A-F]{8}-[0-9A-F-]{27}[0-9.]*)\)?/i, // Haraka
  /\bMessage[- ]I[dD][:=]\s*<?([^<>\s]+@[^<>\s]+)>?/, // others that repeat the Message-ID they set
  /\bOK:? queued (?:as|with id) ([A-Za-z0-9._-]+)/i,
];
const MAX_ID = 200;

/** The server's id of an accepted message, or null if the reply has none in a known form. */
export const queueIdOf = (reply: SmtpReply): string | null => {
  for (const pattern of QUEUE_ID) {
    const id = pattern.exec(reply.text)?.[1];
    if (id) return id.replace(/[.,;)]+$/, '').slice(0, MAX_ID);
  }
  return null;
};
