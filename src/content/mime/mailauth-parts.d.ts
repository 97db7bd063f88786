// Parts of mailauth that it exports without types: as far as `signature-verifier.ts` uses them.

declare module 'mailauth/lib/dkim/dkim-verifier.js' {
  import type { ARCData, DKIMResult, DNSResolver } from 'mailauth';
  import type { RelaxedHash } from 'mailauth/lib/dkim/body/relaxed.js';

  export class DkimVerifier {
    constructor(options: { resolver: DNSResolver; rejectRsaSha1: boolean });
    bodyHashes: Map<string, RelaxedHash | { update(chunk: Buffer): void }>;
    results: DKIMResult[];
    arc?: ARCData;
    /** Takes bytes with CRLF line ends; reads the header, and passes the body on. */
    processChunk(chunk: Buffer): Promise<void>;
    nextChunk(chunk: Buffer): Promise<void>;
    finish(): Promise<void>;
  }
}

declare module 'mailauth/lib/dkim/body/relaxed.js' {
  export class RelaxedHash {
    byteLength: number;
    update(chunk: Buffer): void;
    /** Takes bytes in relaxed form; CRLF pairs are not parted. */
    _pushBodyHash(chunk: Buffer): void;
  }
}
