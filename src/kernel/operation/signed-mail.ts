/** What an outgoing message states about its sender (docs/signed-mail.md). */
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

/** The parts of a received message on which the verification depends. */
export type MailToVerify = {
  raw: Uint8Array;
  /** Its `Agent-Assertion` fields. */
  assertions: readonly string[];
  /** The domain of From if it is authenticated, else null. */
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

/** The statement of a received message about the agent that sent it, and whether it is verified. */
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
