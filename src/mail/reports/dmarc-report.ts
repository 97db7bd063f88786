import { isIP } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { Parser } from 'htmlparser2';
import { dayOf, sumCounts } from './counts.ts';
import { reportLimits } from './limits.ts';
import type { DomainReport, ReportCount } from './schema.ts';
import { UnreadableReport } from './unpack.ts';

const CHUNK = 64 * 1024;
const MAX_COUNT = 1_000_000_000;

/** The elements that are read, by their path without namespaces; all others are skipped. */
const DOMAIN = 'feedback/policy_published/domain';
const REPORT_ID = 'feedback/report_metadata/report_id';
const BEGIN = 'feedback/report_metadata/date_range/begin';
const ROW = 'feedback/record/row/';
const RECORD = 'feedback/record';

/**
 * Reads a DMARC aggregate report (RFC 7489 appendix C, RFC 9990). The parser knows no document types: entities that a
 * report defines are plain text, and nothing is expanded or fetched.
 * @throws UnreadableReport
 */
export async function readDmarcReport(xml: Buffer, now: Date): Promise<DomainReport> {
  const fields = new Map<string, string>();
  const counts: ReportCount[] = [];
  const path: string[] = [];
  let text = '';
  let records = 0;
  let record = new Map<string, string>();
  const parser = new Parser(
    {
      onopentag(name) {
        path.push(withoutPrefix(name));
        text = '';
        if (path.length > reportLimits.depth) throw new UnreadableReport('nested too deep');
      },
      ontext(data) {
        text = (text + data).slice(0, reportLimits.text);
      },
      onclosetag() {
        const at = path.join('/');
        path.pop();
        const value = text.trim();
        text = '';
        if (at.startsWith(ROW)) record.set(at.slice(ROW.length), value);
        else if (at === DOMAIN || at === REPORT_ID || at === BEGIN) fields.set(at, value);
        if (at !== RECORD) return;
        records += 1;
        if (records > reportLimits.records) throw new UnreadableReport('too many records');
        const count = toCount(record);
        if (count) counts.push(count);
        record = new Map();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  const all = xml.toString('utf8');
  // In pieces, so that a large report never blocks other work.
  for (let start = 0; start < all.length; start += CHUNK) {
    parser.write(all.slice(start, start + CHUNK));
    await setImmediate();
  }
  parser.end();
  const domain = fields.get(DOMAIN)?.toLowerCase().replace(/\.$/, '');
  const reportId = fields.get(REPORT_ID);
  const day = dayOf(Number(fields.get(BEGIN) ?? Number.NaN) * 1000, now);
  if (!domain || !reportId || day === null) throw new UnreadableReport('no DMARC report');
  return { kind: 'dmarc', domain, reportId: storable(reportId), day, counts: sumCounts(counts) };
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase();

const storable = (text: string): string => text.replaceAll('\0', '').slice(0, 255).toWellFormed();

const DISPOSITIONS = new Set(['none', 'quarantine', 'reject', 'pass']);

function toCount(record: ReadonlyMap<string, string>): ReportCount | null {
  const source = record.get('source_ip') ?? '';
  const messages = Number(record.get('count') ?? Number.NaN);
  if (isIP(source) === 0 || !Number.isSafeInteger(messages) || messages < 1 || messages > MAX_COUNT)
    return null;
  const passed = (name: string): boolean => record.get(`policy_evaluated/${name}`)?.toLowerCase() === 'pass';
  const aligned = [passed('dkim') && 'dkim', passed('spf') && 'spf'].filter((name) => name !== false);
  const disposition = record.get('policy_evaluated/disposition')?.toLowerCase() ?? 'none';
  return {
    source: source.toLowerCase(),
    result: aligned.join('_') || 'none',
    disposition: DISPOSITIONS.has(disposition) ? disposition : 'none',
    messages,
  };
}
