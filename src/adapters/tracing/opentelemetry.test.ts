import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLogger } from '#kernel/base/log.ts';
import { currentTrace, traced } from '#kernel/base/tracing.ts';
import { type HttpSink, startHttpSink } from '#testing/http-sink.ts';
import { type Mailbox, type MailProduct, mailTo, openMailProduct } from '#testing/mailboxes.ts';

let collector: HttpSink;
let product: MailProduct;
let mailbox: Mailbox;

type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
};

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

beforeAll(async () => {
  collector = await startHttpSink(() => ({ status: 200 }));
  product = await openMailProduct({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector',
    OTEL_SERVICE_NAME: 'mail-of-test',
  });
  mailbox = await product.mailbox();
});

afterAll(async () => {
  await collector.close();
});

/** The spans that the collector received (opentelemetry-proto, ExportTraceServiceRequest in JSON). */
const spans = (): Span[] =>
  collector.requests.flatMap(({ body }) =>
    JSON.parse(body).resourceSpans.flatMap((resource: { scopeSpans: { spans: Span[] }[] }) =>
      resource.scopeSpans.flatMap((scope) => scope.spans),
    ),
  );

const operationOf = ({ attributes }: Span) =>
  attributes.find(({ key }) => key === 'proofmail.operation')?.value.stringValue;

it('follows a send from the request over its job to the transport, and mail in by SMTP', async () => {
  const answer = await product.call('POST', `/v1/identities/${mailbox.id}/messages`, {
    headers: { 'idempotency-key': 'traced', traceparent: `00-${TRACE}-${PARENT}-01` },
    body: { to: ['ada@elsewhere.example'], subject: 'Traced', text: 'x' },
  });
  expect(answer.status).toBe(202);
  const read = () => product.message(mailbox, answer.body.id);
  await product.eventually(read, ({ body }) => body.status !== 'queued');
  await product.handOver(mailbox.address, mailTo(mailbox.address, 'By SMTP'));
  await product.arrived(mailbox, 'By SMTP');
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(line) });
  log.info('outside');
  const inside = await traced('test', { kind: 'internal' }, async () => {
    log.info('inside');
    return currentTrace();
  });
  expect(JSON.parse(lines[0]!)).not.toHaveProperty('trace_id');
  expect(JSON.parse(lines[1]!)).toMatchObject(inside!);

  // Closing sends the last spans.
  await product.close();
  const [first] = collector.requests;
  expect(first).toMatchObject({ method: 'POST', path: '/v1/traces' });
  expect(first!.headers.authorization).toBe('Bearer collector');
  expect(first!.body).toContain('"mail-of-test"');
  const request = spans().find((span) => operationOf(span) === 'messages.send')!;
  expect(request).toMatchObject({ traceId: TRACE, parentSpanId: PARENT });
  const job = spans().find(({ name, traceId }) => name === 'job sending.submit' && traceId === TRACE)!;
  expect(job.parentSpanId).toBe(request.spanId);
  const handOver = spans().find(({ name, traceId }) => name === 'submit basic' && traceId === TRACE)!;
  expect(handOver.parentSpanId).toBe(job.spanId);
  expect(spans().some(({ name }) => name === 'smtp message')).toBe(true);
  expect(collector.requests.map(({ body }) => body).join()).not.toContain('ada@elsewhere.example');
  expect(currentTrace()).toBeNull();
});
