/** An outgoing message and the facts that its signature states about the sender (docs/signed-mail.md). */
export type MailToSign = {
  identity: {
    id: string;
    tenant_id: string;
    display_name: string;
    status: string;
    tenant: { status: string };
  };
  /** The composed message. */
  raw: Uint8Array;
  /** The time at which it will be sent. */
  at: Date;
  /** Whether it says that an AI wrote it. */
  disclosesAi: boolean;
};

/** The parts of a received message on which the verification depends. */
export type MailToVerify = {
  raw: Uint8Array;
  /** Its `Agent-Assertion` fields. */
  assertions: readonly string[];
  /** The domain of From if it is authenticated, else null. */
  provenDomain: string | null;
  /** Whether this deployment sent it. The author's domain need not then match. */
  isOwn: boolean;
  receivedAt: Date;
};

export const proofProblems = [
  'sender_unproven',
  'malformed',
  'issuer_mismatch',
  'keys_unavailable',
  'signature_invalid',
  'expired',
  'message_changed',
] as const;
export type ProofProblem = (typeof proofProblems)[number];

/** The statement of a received message about the agent that sent it, and whether it is verified. */
export type AgentProof = {
  proven: boolean;
  problem: ProofProblem | null;
  /** The following fields are the issuer's statements. They are null unless `proven`. */
  issuer: string | null;
  identity_id: string | null;
  name: string | null;
  organisation: string | null;
  contact: string | null;
  discloses_ai: boolean | null;
};
