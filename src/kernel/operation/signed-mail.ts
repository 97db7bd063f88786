/** What a message that leaves says about its sender (docs/signed-mail.md). */
export type MailToSign = {
  identity: {
    id: string;
    tenant_id: string;
    display_name: string;
    status: string;
    tenant: { status: string };
  };
  /** The message as it is composed. */
  raw: Uint8Array;
  /** When it is to be sent. */
  at: Date;
  /** Whether it says that an AI wrote it. */
  disclosesAi: boolean;
};

/** A received message, as far as its proof depends on it. */
export type MailToVerify = {
  raw: Uint8Array;
  /** Its `Agent-Assertion` fields. */
  assertions: readonly string[];
  /** The domain of From where that is proven, else null. */
  provenDomain: string | null;
  /** Whether this deployment wrote it: the author's domain need not be its own then. */
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

/** What a message that came says about the agent that sent it, and whether that is proven. */
export type AgentProof = {
  proven: boolean;
  problem: ProofProblem | null;
  /** The rest is the issuer's word, and null unless it is proven. */
  issuer: string | null;
  identity_id: string | null;
  name: string | null;
  organisation: string | null;
  contact: string | null;
  discloses_ai: boolean | null;
};
