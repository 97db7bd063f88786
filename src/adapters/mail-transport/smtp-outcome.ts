import type {
  Envelope,
  RecipientOutcome,
  RecipientResult,
  SubmitReason,
  SubmitResult,
} from '#kernel/ports/mail-transport.ts';
import {
  parseReply,
  queueIdOf,
  type ReplyMeaning,
  recipientReplyMeaning,
  replyMeaning,
  type SmtpReply,
} from './smtp-reply.ts';

/** The progress of one attempt to submit a message: the server's replies, and how much was sent to it. */
export type SmtpAttempt = {
  /** Replies to MAIL, to each RCPT in the envelope's order, to DATA and to the final dot; null if there was none. */
  mail: string | null;
  recipients: readonly (string | null)[];
  data: string | null;
  final: string | null;
  /** How much of the content was written: nothing, a part without the final dot, or possibly all of it. */
  content: 'nothing' | 'part' | 'whole';
  /** How the attempt ended: with a reply to every command, or why not. */
  end: 'answered' | 'timeout' | 'connection_lost' | 'too_large';
  /** The failure, if the server did not report it. */
  detail: string | null;
};

type Settled = { outcome: RecipientOutcome; reply: SmtpReply | null; reason?: SubmitReason };

const refusal: Record<'permanent' | 'temporary', RecipientOutcome> = {
  permanent: 'refused_permanently',
  temporary: 'refused_temporarily',
};

const result = (address: string, { outcome, reply }: Settled, detail: string | null): RecipientResult => ({
  address,
  outcome,
  smtp_code: reply?.code ?? null,
  enhanced_code: reply?.enhancedCode ?? null,
  response: reply?.text ?? detail,
});

const isRefusal = (meaning: ReplyMeaning): meaning is 'permanent' | 'temporary' =>
  meaning === 'permanent' || meaning === 'temporary';

/** Replies to MAIL that refuse our authentication and not the message. */
const ACCESS_REFUSED = new Set([530, 534, 535, 538]);

/** A refused sender usually means its domain is refused, unless the reply names the size or the syntax. */
const mailRefusalReason = ({ code, enhancedCode }: SmtpReply): SubmitReason =>
  code === 501 || code === 552 || code === 555 || /^5\.(?:3\.4|2\.3|5\.|6\.)/.test(enhancedCode ?? '')
    ? 'provider_validation'
    : 'sender_domain_unavailable';

/** The outcome of the message as a whole, for recipients whose outcome RCPT did not decide. */
const settleMessage = (attempt: SmtpAttempt): Settled => {
  const unavailable: Settled = {
    outcome: 'refused_temporarily',
    reply: null,
    reason: 'transport_unavailable',
  };
  if (attempt.end === 'too_large') {
    return { outcome: 'refused_permanently', reply: null, reason: 'provider_validation' };
  }
  const answer = attempt.final ?? (attempt.content === 'nothing' ? attempt.data : null);
  const reply = answer === null ? null : parseReply(answer);
  const meaning = reply ? replyMeaning(reply) : 'unclear';
  // A clear refusal at any stage is final, because a server that refuses a message does not deliver it.
  if (reply && isRefusal(meaning)) {
    return {
      outcome: refusal[meaning],
      reply,
      reason: meaning === 'permanent' ? 'provider_validation' : 'transport_unavailable',
    };
  }
  // Without the final dot, the server does not have the message (RFC 5321 4.1.1.4).
  if (attempt.content === 'nothing') return { ...unavailable, reply: reply?.code === null ? reply : null };
  if (attempt.content === 'part' && reply === null) return unavailable;
  if (
    reply &&
    meaning === 'positive' &&
    attempt.content === 'whole' &&
    parseReply(attempt.data ?? '').code === 354
  ) {
    return { outcome: 'accepted', reply };
  }
  if (reply) return { outcome: 'unknown', reply, reason: 'transport_answer_unclear' };
  const reason = attempt.end === 'timeout' ? 'transport_timeout' : 'transport_connection_lost';
  return { outcome: 'unknown', reply: null, reason };
};

const settleRecipient = (answer: string | null, message: Settled): Settled => {
  if (answer === null) return message;
  const reply = parseReply(answer);
  const meaning = recipientReplyMeaning(reply);
  if (isRefusal(meaning)) return { outcome: refusal[meaning], reply };
  // The message was accepted, but it is unclear whether for this recipient.
  if (meaning === 'unclear' && message.outcome === 'accepted') return { outcome: 'unknown', reply };
  return message;
};

/**
 * The outcome of an attempt for each recipient. `accepted` and the refusals need a clear reply, or the certainty that the
 * server never had the whole message; everything else is `unknown`. The whole mapping is a table in this folder's README and
 * in the test of this file.
 */
export const attemptOutcome = (envelope: Envelope, attempt: SmtpAttempt): SubmitResult => {
  const mailReply = attempt.mail === null ? null : parseReply(attempt.mail);
  const mailMeaning = mailReply ? replyMeaning(mailReply) : 'unclear';
  // A sender that was not clearly accepted ends the attempt, unless content was sent all the same.
  if (mailReply && (isRefusal(mailMeaning) || (mailMeaning === 'unclear' && attempt.content === 'nothing'))) {
    const settled = {
      outcome: refusal[mailMeaning === 'permanent' ? 'permanent' : 'temporary'],
      reply: mailReply,
    };
    const recipients = envelope.to.map((address) => result(address, settled, attempt.detail));
    const reason = mailMeaning === 'permanent' ? mailRefusalReason(mailReply) : 'transport_unavailable';
    const unusable = ACCESS_REFUSED.has(mailReply.code ?? 0) ? attempt.mail : null;
    return { recipients, providerMessageId: null, reason, ...(unusable !== null && { unusable }) };
  }
  const message = settleMessage(attempt);
  const settled = envelope.to.map((_, index) => settleRecipient(attempt.recipients[index] ?? null, message));
  const recipients = envelope.to.map((address, index) =>
    result(address, settled[index] ?? message, attempt.detail),
  );
  const unclear = settled.some((one) => one !== message && one.outcome === 'unknown');
  const reason = settled.includes(message) ? message.reason : undefined;
  return {
    recipients,
    providerMessageId: message.outcome === 'accepted' && message.reply ? queueIdOf(message.reply) : null,
    ...(reason ? { reason } : unclear ? { reason: 'transport_answer_unclear' } : {}),
  };
};

/** The same outcome without a reply for every recipient, for failures outside an attempt. */
export const uniformOutcome = (
  addresses: readonly string[],
  outcome: RecipientOutcome,
  reason: SubmitReason,
  response: string,
): SubmitResult => {
  const reply = parseReply(response);
  const settled = { outcome, reply };
  return {
    recipients: addresses.map((address) => result(address, settled, null)),
    providerMessageId: null,
    reason,
  };
};
