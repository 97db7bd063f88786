import type { Authentication, ParsedMessage, ParseFlag } from './types.ts';

/** A message of which nothing has been read. */
export function emptyMessage(flags: ParseFlag[]): ParsedMessage {
  return {
    messageId: null,
    inReplyTo: null,
    references: [],
    date: null,
    from: null,
    fromFieldCount: 0,
    sender: null,
    to: [],
    cc: [],
    replyTo: [],
    subject: '',
    text: '',
    html: null,
    sentHtml: null,
    extractedText: '',
    headers: [],
    attachments: [],
    automated: false,
    flags,
    signals: [],
    listHeaders: {},
    verification: null,
    refs: [],
    report: null,
  };
}

/** The result when no lookup was possible. */
export function unverifiedAuthentication(reason: string): Authentication {
  return {
    spf: 'temperror',
    dkim: 'temperror',
    dmarc: 'temperror',
    arc: 'none',
    verdict: 'unverified',
    domain: null,
    ownSigned: false,
    reason,
  };
}
