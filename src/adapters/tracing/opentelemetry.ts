import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Config } from '#kernel/base/config.ts';
import type { SpanOptions, Tracer } from '#kernel/base/tracing.ts';

type Settings = NonNullable<Config['tracing']> & { version: string; roles: readonly string[] };

const kinds: Record<SpanOptions['kind'], SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/** Milliseconds for which an unreachable collector may delay the end of the process. */
const LAST_EXPORT = 3_000;

/**
 * Sends spans to a collector by OTLP over HTTP, as JSON. Nothing is registered globally: only our own spans are sent.
 * Loaded only where `OTEL_EXPORTER_OTLP_ENDPOINT` is set.
 */
export function openTracer({ endpoint, headers, service, ratio, version, roles }: Settings): Tracer {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers,
    timeoutMillis: LAST_EXPORT,
  });
  const sampler = new TraceIdRatioBasedSampler(ratio);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.version': version,
      'proofmail.roles': roles.join(','),
      'process.pid': process.pid,
    }),
    // The sampling flag of an incoming request is ignored: a stranger could have everything traced.
    sampler: new ParentBasedSampler({
      root: sampler,
      remoteParentSampled: sampler,
      remoteParentNotSampled: sampler,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('proofmail', version);
  const contexts = new AsyncLocalStorage<Context>();
  const currentContext = (): SpanContext | null => {
    const context = contexts.getStore();
    return (context && trace.getSpanContext(context)) ?? null;
  };
  return {
    async span(name, { kind, attributes = {}, parent }, work) {
      const remote = readTraceparent(parent);
      const outer = remote
        ? trace.setSpanContext(ROOT_CONTEXT, remote)
        : (contexts.getStore() ?? ROOT_CONTEXT);
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, outer);
      try {
        const set = (attribute: string, value: string | number | boolean): void => {
          span.setAttribute(attribute, value);
        };
        return await contexts.run(trace.setSpan(outer, span), () => work({ set }));
      } catch (error) {
        // Only the class of the error, because its message may quote mail.
        const type = error instanceof Error ? error.name : 'Error';
        span.setStatus({ code: SpanStatusCode.ERROR, message: type });
        throw error;
      } finally {
        span.end();
      }
    },
    current() {
      const context = currentContext();
      return context && { trace_id: context.traceId, span_id: context.spanId };
    },
    traceparent() {
      const context = currentContext();
      if (!context) return null;
      const flags = (context.traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, '0');
      return `00-${context.traceId}-${context.spanId}-${flags}`;
    },
    keep: () => ({ context: contexts.getStore() }),
    within: (place, work) =>
      place?.context ? contexts.run(place.context as Context, work) : contexts.exit(work),
    close: async () => {
      await provider.shutdown().catch(() => {});
    },
  };
}

/** Accepts the current version and later ones, which begin with the same fields (W3C Trace Context section 3.2). */
const TRACEPARENT =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;

function readTraceparent(header: string | null | undefined): SpanContext | null {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(header ?? '') ?? [];
  if (!traceId || !spanId || !flags) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
}
