/** A span that has begun. */
export type Span = { set(attribute: string, value: string | number | boolean): void };

export type SpanOptions = {
  kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  attributes?: Readonly<Record<string, string | number | boolean>>;
  /** The caller's `traceparent` (W3C Trace Context). Without it, the parent is the current span, if there is one. */
  parent?: string | null;
};

export type Tracer = {
  /**
   * Runs the work in a new span, which stays current for everything that the work awaits. A thrown error marks it failed.
   */
  span<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>;
  /** The current span. */
  current(): { trace_id: string; span_id: string } | null;
  /** The `traceparent` of the current span, to pass on to other processes and later work. */
  traceparent(): string | null;
  /** Captures the current span for work that runs later on its behalf. */
  keep(): TracePlace;
  /** Runs work in a captured span, or outside every span if null. */
  within<T>(place: TracePlace | null, work: () => T): T;
  /** Sends the collected spans and ends. */
  close(): Promise<void>;
};

/** A captured span, or the absence of one. */
export type TracePlace = { readonly context: unknown };

// One tracer per process. Null if tracing is not configured.
let tracer: Tracer | null = null;

/** Starts tracing with this tracer; null stops it. */
export const setTracer = (next: Tracer | null): void => {
  tracer = next;
};

const silent: Span = { set: () => {} };

/** Runs the work within a span, where traces are on. */
export const traced = <T>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> => (tracer ? tracer.span(name, options, work) : work(silent));

/** Captures the current span for work that runs later in a batch with the work of others; null if tracing is off. */
export const keepTrace = (): TracePlace | null => tracer?.keep() ?? null;

/** Runs work on behalf of captured spans: in the span if there is exactly one, otherwise outside every span. */
export const tracedFor = <T>(places: readonly (TracePlace | null)[], work: () => T): T =>
  tracer ? tracer.within(places.length === 1 ? places[0]! : null, work) : work();

export const currentTrace = (): { trace_id: string; span_id: string } | null => tracer?.current() ?? null;

export const currentTraceparent = (): string | null => tracer?.traceparent() ?? null;
