/** The records of a name in the test zone, or the fault of its lookups. Absent types are NODATA. */
export type DnsName =
  | {
      A?: string[];
      AAAA?: string[];
      MX?: { exchange: string; priority: number }[];
      TXT?: string[];
      NS?: string[];
      PTR?: string[];
      CNAME?: string;
    }
  | 'servfail'
  | 'refused'
  | 'silent';

/** Records by lower-case names without a final dot. Queries for a `silent` name are never answered. */
export type DnsZone = Record<string, DnsName>;

export interface ReceivedQuery {
  name: string;
  type: string;
}

interface Question extends ReceivedQuery {
  id: number;
  flags: number;
  /** The question section as received. */
  wire: Buffer;
}

interface ResourceRecord {
  name: string;
  type: string;
  data: Buffer;
}

interface Outcome {
  rcode: number;
  records: ResourceRecord[];
}

const typeNames: Record<number, string> = {
  1: 'A',
  2: 'NS',
  5: 'CNAME',
  6: 'SOA',
  12: 'PTR',
  15: 'MX',
  16: 'TXT',
  28: 'AAAA',
};
const typeNumbers = Object.fromEntries(
  Object.entries(typeNames).map(([number, name]) => [name, Number(number)]),
);
const NOERROR = 0;
const SERVFAIL = 2;
const NXDOMAIN = 3;
const REFUSED = 5;
const recordTtlSeconds = 1;

/** Answers one DNS message (RFC 1035 4) from the zone; `answer` is null when the lookup must stay unanswered. */
export function answerQuery(
  packet: Buffer,
  zone: DnsZone,
  maxBytes: number,
): { query: ReceivedQuery | null; answer: Buffer | null } {
  const question = readQuestion(packet);
  if (!question) return { query: null, answer: null };
  const query = { name: question.name, type: question.type };
  const entry = zone[question.name];
  if (entry === 'silent') return { query, answer: null };
  const outcome = resolveName(zone, question.name, question.type);
  const answer = encodeAnswer(question, outcome, false);
  return {
    query,
    answer: answer.length > maxBytes ? encodeAnswer(question, { ...outcome, records: [] }, true) : answer,
  };
}

function resolveName(zone: DnsZone, name: string, type: string): Outcome {
  const records: ResourceRecord[] = [];
  let current = name;
  for (let hop = 0; hop < 8; hop++) {
    const entry = zone[current];
    if (entry === 'servfail' || entry === 'silent') return { rcode: SERVFAIL, records: [] };
    if (entry === 'refused') return { rcode: REFUSED, records: [] };
    if (!entry) return { rcode: hasNamesBelow(zone, current) ? NOERROR : NXDOMAIN, records };
    if (entry.CNAME && type !== 'CNAME') {
      records.push({ name: current, type: 'CNAME', data: encodeName(entry.CNAME) });
      current = entry.CNAME.toLowerCase();
      continue;
    }
    return { rcode: NOERROR, records: [...records, ...recordsOf(entry, current, type)] };
  }
  return { rcode: SERVFAIL, records: [] };
}

function hasNamesBelow(zone: DnsZone, name: string): boolean {
  return Object.keys(zone).some((other) => other.endsWith(`.${name}`));
}

function recordsOf(entry: Exclude<DnsName, string>, name: string, type: string): ResourceRecord[] {
  const data: Buffer[] = [];
  if (type === 'A') data.push(...(entry.A ?? []).map((ip) => Buffer.from(ip.split('.').map(Number))));
  if (type === 'AAAA') data.push(...(entry.AAAA ?? []).map(encodeIpv6));
  if (type === 'TXT') data.push(...(entry.TXT ?? []).map(encodeText));
  if (type === 'NS') data.push(...(entry.NS ?? []).map(encodeName));
  if (type === 'PTR') data.push(...(entry.PTR ?? []).map(encodeName));
  if (type === 'CNAME' && entry.CNAME) data.push(encodeName(entry.CNAME));
  if (type === 'MX') {
    for (const { exchange, priority } of entry.MX ?? []) {
      data.push(Buffer.concat([uint16(priority), encodeName(exchange)]));
    }
  }
  return data.map((rdata) => ({ name, type, data: rdata }));
}

function readQuestion(packet: Buffer): Question | null {
  if (packet.length < 17 || packet.readUInt16BE(4) !== 1) return null;
  const labels: string[] = [];
  let position = 12;
  for (let length = packet[position] ?? 0; length > 0; length = packet[position] ?? 0) {
    if (length > 63 || position + length + 5 > packet.length) return null;
    labels.push(packet.toString('latin1', position + 1, position + 1 + length));
    position += length + 1;
  }
  const type = packet.readUInt16BE(position + 1);
  return {
    id: packet.readUInt16BE(0),
    flags: packet.readUInt16BE(2),
    name: labels.join('.').toLowerCase(),
    type: typeNames[type] ?? `TYPE${type}`,
    wire: packet.subarray(12, position + 5),
  };
}

function encodeAnswer(question: Question, { rcode, records }: Outcome, truncated: boolean): Buffer {
  const recursionDesired = question.flags & 0x0100;
  const flags = 0x8480 | recursionDesired | (truncated ? 0x0200 : 0) | rcode;
  // NODATA and NXDOMAIN need an SOA record, or resolvers do not accept them.
  const authority = records.length === 0 && rcode !== SERVFAIL && rcode !== REFUSED && !truncated;
  const header = Buffer.concat(
    [question.id, flags, 1, records.length, authority ? 1 : 0, 0].map((value) => uint16(value)),
  );
  const soa = {
    name: '',
    type: 'SOA',
    data: Buffer.concat([encodeName('ns'), encodeName('root'), Buffer.alloc(20)]),
  };
  const all = authority ? [soa] : records;
  return Buffer.concat([header, question.wire, ...all.map(encodeRecord)]);
}

function encodeRecord(record: ResourceRecord): Buffer {
  const ttl = Buffer.alloc(4);
  ttl.writeUInt32BE(recordTtlSeconds);
  const type = uint16(typeNumbers[record.type] ?? 0);
  return Buffer.concat([
    encodeName(record.name),
    type,
    uint16(1),
    ttl,
    uint16(record.data.length),
    record.data,
  ]);
}

function encodeName(name: string): Buffer {
  const labels = name.split('.').filter((label) => label !== '');
  return Buffer.concat([
    ...labels.map((label) => lengthPrefixed(Buffer.from(label, 'latin1'))),
    Buffer.alloc(1),
  ]);
}

/** A TXT value as character strings of at most 255 bytes. */
function encodeText(text: string): Buffer {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0; at === 0 || at < bytes.length; at += 255)
    pieces.push(lengthPrefixed(bytes.subarray(at, at + 255)));
  return Buffer.concat(pieces);
}

function encodeIpv6(ip: string): Buffer {
  const [head = '', tail] = ip.split('::');
  const groups = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const before = groups(head);
  const after = tail === undefined ? [] : groups(tail);
  const zeros = new Array<number>(8 - before.length - after.length).fill(0);
  return Buffer.concat([...before, ...zeros, ...after].map((group) => uint16(group)));
}

function lengthPrefixed(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
