import type { ProcessedMessage } from '#content/mime/index.ts';
import type { Services } from '#kernel/operation/services.ts';
import { organisationOf } from '#mailbox/contacts/index.ts';
import { readDmarcReport } from './dmarc-report.ts';
import { reportLimits } from './limits.ts';
import type { DomainReport } from './schema.ts';
import { readTlsReport } from './tls-report.ts';
import { UnreadableReport, unpackReport } from './unpack.ts';

/** The reports in one message, and the domain that authenticated them. */
export type ReceivedReports = { reporter: string; reports: DomainReport[] };

const LOCAL_PARTS = new Set(['dmarc', 'tlsrpt']);

/** Whether this is the deployment's address for reports, which the `rua` of domains' records names. */
export function isReportAddress(address: string, mailDomain: string): boolean {
  const at = address.lastIndexOf('@');
  return address.slice(at + 1) === mailDomain && LOCAL_PARTS.has(address.slice(0, at));
}

/**
 * The reports in a message to such an address; null if there are none. Anybody can write there, so a report counts only
 * if the message is authenticated, and then in the name of that domain.
 */
export async function readReports(
  { clock, log }: Pick<Services, 'clock' | 'log'>,
  { authentication, parsed }: ProcessedMessage,
): Promise<ReceivedReports | null> {
  if (authentication.verdict !== 'pass' || authentication.domain === null) return null;
  const reports: DomainReport[] = [];
  for (const file of parsed.attachments.slice(0, reportLimits.filesPerMessage)) {
    try {
      reports.push(...(await readOne(file.content, clock.now())));
    } catch (error) {
      if (!(error instanceof UnreadableReport)) throw error;
      log.info(
        { reason: error.message, reporter: authentication.domain },
        'ignored a DMARC or TLS report that could not be parsed',
      );
    }
  }
  return reports.length === 0 ? null : { reporter: organisationOf(authentication.domain), reports };
}

async function readOne(content: Uint8Array, now: Date): Promise<DomainReport[]> {
  const text = await unpackReport(content);
  const start = text
    .toString('utf8', 0, 200)
    .trimStart()
    .replace(/^\uFEFF/, '');
  if (start.startsWith('{')) return readTlsReport(text, now);
  if (start.startsWith('<')) return [await readDmarcReport(text, now)];
  throw new UnreadableReport('neither XML nor JSON');
}
