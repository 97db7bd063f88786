/** The three digits with which an SMTP reply begins. */
export const smtpCodeIn = (reply: string | null | undefined): number | null => {
  const code = /^\s{0,8}([2-5]\d\d)\b/.exec(reply ?? '')?.[1];
  return code === undefined ? null : Number(code);
};

/** The first enhanced status code (RFC 3463) near the beginning of a text. */
export const enhancedCodeIn = (text: string | null | undefined): string | null =>
  /(?:^|[\s-])([245]\.\d{1,3}\.\d{1,3})\b/.exec((text ?? '').slice(0, 200))?.[1] ?? null;

/** The id of our message in the Message-ID that we gave it. */
export const messageIdOf = (rfcMessageId: string | null | undefined): string | null => {
  const ulid = /^<?msg_([0-9a-z]{26})@/i.exec(rfcMessageId ?? '')?.[1];
  return ulid === undefined ? null : `msg_${ulid.toUpperCase()}`;
};
