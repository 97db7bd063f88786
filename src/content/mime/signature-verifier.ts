import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ARCData, DKIMResult, DNSResolver } from 'mailauth';
import { RelaxedHash } from 'mailauth/lib/dkim/body/relaxed.js';
import { DkimVerifier } from 'mailauth/lib/dkim/dkim-verifier.js';

/** Bytes after which other messages have a turn. */
const chunkBytes = 8 * 1024 * 1024;
const CR = 0x0d;

interface Verified {
  results: DKIMResult[];
  arc: ARCData | null;
}

interface SignedMessage {
  /** With CRLF line ends only. */
  bytes: Buffer;
  /** Whether its body has the relaxed form already (RFC 6376 3.4.4), except for empty lines at its end. */
  isRelaxed: boolean;
}

/**
 * What mailauth's `dkimVerify` returns, without its streams and without two of its walks from byte to byte: one looks for bare
 * line feeds, of which there are none here, the other brings the body into the relaxed form, which most mail has.
 * @throws Error when it is not finished at `deadline` (milliseconds of performance.now())
 */
export async function verifySignatures(
  { bytes, isRelaxed }: SignedMessage,
  resolver: DNSResolver,
  deadline: number,
): Promise<Verified> {
  const options = { resolver, rejectRsaSha1: true };
  const verifier = isRelaxed ? new RelaxedVerifier(options) : new DkimVerifier(options);
  for (let at = 0; at < bytes.length; ) {
    if (performance.now() > deadline) throw new Error('signatures took too long');
    const end = chunkEnd(bytes, at);
    await verifier.processChunk(bytes.subarray(at, end));
    at = end;
    if (at < bytes.length) await nextTurn();
  }
  await verifier.finish();
  return { results: verifier.results, arc: verifier.arc ?? null };
}

/** A line end is never parted. */
function chunkEnd(bytes: Buffer, from: number): number {
  const end = Math.min(bytes.length, from + chunkBytes);
  return end < bytes.length && bytes[end - 1] === CR ? end - 1 : end;
}

/** Hashes a body that has the relaxed form as it stands. */
class RelaxedVerifier extends DkimVerifier {
  override async nextChunk(chunk: Buffer): Promise<void> {
    for (const hash of this.bodyHashes.values()) {
      if (hash instanceof RelaxedHash) {
        hash.byteLength += chunk.length;
        hash._pushBodyHash(chunk);
      } else hash.update(chunk);
    }
  }
}
