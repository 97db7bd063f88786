import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import {
  type LabelsOf,
  type Metric,
  type MetricName,
  type MetricOf,
  metricCatalogue,
} from '../catalogue/metrics.ts';

/** One value of a metric that is read at each scrape. */
export type Reading<N extends MetricName> = { labels: LabelsOf<N>; value: number };

type Read<N extends MetricName> = () => readonly Reading<N>[] | Promise<readonly Reading<N>[]>;

/**
 * The metrics of this process (`src/kernel/catalogue/metrics.ts`). Counting is in memory and never fails. Every process
 * serves its own, and only the main thread counts: worker threads report to it.
 */
export type Metrics = {
  count<N extends MetricOf<'counter'>>(name: N, labels: LabelsOf<N>, amount?: number): void;
  /** Adds a duration to a histogram. */
  observe<N extends MetricOf<'histogram'>>(name: N, labels: LabelsOf<N>, seconds: number): void;
  /** One series of a histogram. For events so frequent that looking up the labels each time would cost too much. */
  series<N extends MetricOf<'histogram'>>(name: N, labels: LabelsOf<N>): (seconds: number) => void;
  /**
   * The metric is read at each scrape. Replaces an earlier reader. A reader that fails leaves its metric out of that scrape,
   * so that an alert on its absence sees it. @returns a function that removes the reader
   */
  read<N extends MetricOf<'gauge' | 'counter'>>(name: N, reader: Read<N>): () => void;
  /** All metrics in the text format of Prometheus. @param failed is called for each reader that failed */
  text(failed: (name: MetricName, error: unknown) => void): Promise<string>;
  readonly contentType: string;
};

/** Upper bounds in seconds, from an index lookup to a long poll. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

type Labels = Record<string, string>;
type Instrument = Counter | Gauge | Histogram;

export function createMetrics(): Metrics {
  const registry = new Registry();
  const instruments = new Map<MetricName, Instrument>();
  const readers = new Map<MetricName, Read<MetricName>>();
  const instrument = <T extends Instrument>(name: MetricName): T => instruments.get(name) as T;
  for (const name of Object.keys(metricCatalogue) as MetricName[])
    instruments.set(name, open(name, registry));

  const readOne = async (name: MetricName, reader: Read<MetricName>): Promise<void> => {
    const gauge = instrument<Gauge | Counter>(name);
    gauge.reset();
    const readings = await reader();
    gauge.reset();
    for (const { labels, value } of readings) gauge.inc(labels as Labels, value);
  };
  let reading: Promise<string> | null = null;
  const readAll = async (failed: (name: MetricName, error: unknown) => void): Promise<string> => {
    await Promise.all(
      [...readers].map(([name, reader]) => readOne(name, reader).catch((error) => failed(name, error))),
    );
    return registry.metrics();
  };
  let hasDefaults = false;
  return {
    contentType: registry.contentType,
    count: (name, labels, amount = 1) => instrument<Counter>(name).inc(labels as Labels, amount),
    observe: (name, labels, seconds) => instrument<Histogram>(name).observe(labels as Labels, seconds),
    series: (name, labels) => {
      const series = instrument<Histogram>(name).labels(labels as Labels);
      return (seconds) => series.observe(seconds);
    },
    read: (name, reader) => {
      readers.set(name, reader);
      return () => {
        if (readers.get(name) !== reader) return;
        readers.delete(name);
        instrument<Gauge>(name).reset();
      };
    },
    // Concurrent scrapes share one reading, so that their values never mix.
    text: (failed) => {
      // Node's default metrics observe the event loop, so they start only in a process that is scraped.
      if (!hasDefaults) collectDefaultMetrics({ register: registry });
      hasDefaults = true;
      reading ??= readAll(failed).finally(() => {
        reading = null;
      });
      return reading;
    },
  };

  function open(name: MetricName, registry: Registry): Instrument {
    const { type, help, labels, buckets = BUCKETS }: Metric = metricCatalogue[name];
    const options = { name, help, labelNames: Object.keys(labels), registers: [registry] };
    if (type === 'histogram') return new Histogram({ ...options, buckets: [...buckets] });
    if (type === 'gauge') return new Gauge(options);
    const counter = new Counter(options);
    // A series that starts at 0 lets Prometheus see its first increase.
    for (const known of combinations(labels)) counter.inc(known, 0);
    return counter;
  }
}

/** Every combination of label values; none if the values of a label are not known in advance. */
function combinations(labels: Readonly<Record<string, readonly string[] | null>>): Labels[] {
  let all: Labels[] = [{}];
  for (const [label, values] of Object.entries(labels)) {
    if (values === null) return [];
    all = all.flatMap((before) => values.map((value) => ({ ...before, [label]: value })));
  }
  return all;
}

/** Seconds since `begun`, a value of `performance.now()`. */
export const secondsSince = (begun: number): number => (performance.now() - begun) / 1_000;
