/** The facts that a spam filter gets in addition to the message. */
export type ScanEnvelope = {
  remoteAddress: string;
  heloName: string;
  /** MAIL FROM; '' for the null sender. */
  envelopeFrom: string;
  recipients: readonly string[];
};

/** Rates mail from 0 (wanted) to 1 (spam); null when it gives no answer in time. Never rejects. */
export type SpamFilter = { scan(raw: Uint8Array, envelope: ScanEnvelope): Promise<number | null> };
