/** A span that has begun. */
export type Span = { set(attribute: string, value: string | number | boolean): void };

export type SpanOptions = {
  kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  attributes?: Readonly<Record<string, string | number | boolean>>;
  /** The `traceparent` of who caused this (W3C Trace Context); without it the span belongs to the current one, if any. */
  parent?: string | null;
};

export type Tracer = {
  /** A span around the work, current for everything that the work awaits. An error that is thrown marks it as failed. */
  span<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>;
  /** The current span. */
  current(): { trace_id: string; span_id: string } | null;
  /** The `traceparent` of the current span, for what it causes elsewhere or later. */
  traceparent(): string | null;
  /** Keeps the current span for work that is done for it later, by others. */
  keep(): TracePlace;
  /** Runs work in a span that was kept, or with null outside of all. */
  within<T>(place: TracePlace | null, work: () => T): T;
  /** Sends the collected spans and ends. */
  close(): Promise<void>;
};

/** A span that was kept, or none. */
export type TracePlace = { readonly context: unknown };

// One for the process, like the context of a call that it follows. Null if traces are not configured.
let tracer: Tracer | null = null;

/** Begins to trace, or with null stops. */
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

/** The current span, for work that is done for it later together with that of others; null where traces are off. */
export const keepTrace = (): TracePlace | null => tracer?.keep() ?? null;

/** Work for these: in the span of a single one, but outside of all when it is for several. */
export const tracedFor = <T>(places: readonly (TracePlace | null)[], work: () => T): T =>
  tracer ? tracer.within(places.length === 1 ? places[0]! : null, work) : work();

export const currentTrace = (): { trace_id: string; span_id: string } | null => tracer?.current() ?? null;

export const currentTraceparent = (): string | null => tracer?.traceparent() ?? null;
