import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type MetricName, metricCatalogue } from '#kernel/catalogue/metrics.ts';

// What Grafana and Prometheus are told to ask for exists.

const ops = join(import.meta.dirname, '../ops');
const read = (file: string): string => readFileSync(join(ops, file), 'utf8');

type Panel = { title: string; type: string; targets?: { expr: string }[] };
const panels: Panel[] = JSON.parse(read('grafana-dashboard.json')).panels;
const alerts = read('alerts.yml');

/** An expression of a rule is on its line, or indented below it. */
const alertExpressions = [...alerts.matchAll(/^ {8}expr: (?:\|\n((?: {10}.*\n)+)|(.*)\n)/gm)].map(
  ([, block, line]) => block ?? line ?? '',
);
const expressions: [from: string, expression: string][] = [
  ...panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }): [string, string] => [`panel ${title}`, expr]),
  ),
  ...alertExpressions.map((expression, index): [string, string] => [`alert ${index + 1}`, expression]),
];

/** The metric behind a series: a histogram has three kinds. */
function metricOf(series: string): MetricName | null {
  if (series in metricCatalogue) return series as MetricName;
  const base = series.replace(/_(bucket|sum|count)$/, '');
  return metricCatalogue[base as MetricName]?.type === 'histogram' ? (base as MetricName) : null;
}

const seriesIn = (expression: string): string[] => expression.match(/proofmail_\w+/g) ?? [];

/** Labels that Prometheus itself adds. */
const OWN = ['le', 'instance', 'job'];

describe('ops', () => {
  it('has an expression for each alert, and panels that ask', () => {
    expect(alertExpressions).toHaveLength(alerts.match(/^ {6}- alert: /gm)!.length);
    expect(panels.filter(({ type }) => type !== 'row').every(({ targets }) => targets!.length > 0)).toBe(
      true,
    );
  });

  it.each(expressions)('asks in %s for metrics and labels that exist: %s', (_, expression) => {
    const metrics = seriesIn(expression).map((series) => [series, metricOf(series)] as const);
    expect(metrics.filter(([, metric]) => metric === null)).toEqual([]);
    const known = metrics.flatMap(([, metric]) => Object.keys(metricCatalogue[metric!].labels));
    const inBraces = [...expression.matchAll(/\{([^}]*)\}/g)].flatMap(([, inside]) =>
      [...inside!.matchAll(/(\w+)(?:=|!=|=~|!~)"/g)].map(([, label]) => label!),
    );
    const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list]) => list!.split(/,\s*/));
    const unknown = [...inBraces, ...grouped].filter(
      (label) => !known.includes(label) && !OWN.includes(label),
    );
    expect(unknown).toEqual([]);
  });

  it('asks for values of labels that exist', () => {
    for (const [, expression] of expressions) {
      for (const [, series, inside] of expression.matchAll(/(proofmail_\w+)\{([^}]*)\}/g)) {
        const labels: Record<string, readonly string[] | null> = metricCatalogue[metricOf(series!)!].labels;
        for (const [, label, value] of inside!.matchAll(/(\w+)(?:=|!=)"([^"]*)"/g)) {
          const values = labels[label!];
          if (values) expect(values).toContain(value);
        }
      }
    }
  });

  it('shows every metric of the catalogue on the board', () => {
    const shown = new Set(
      expressions
        .filter(([from]) => from.startsWith('panel'))
        .flatMap(([, each]) => seriesIn(each).map(metricOf)),
    );
    expect(Object.keys(metricCatalogue).filter((name) => !shown.has(name as MetricName))).toEqual([]);
  });

  it('keeps the label `job` of our metrics, which is also the name of a label of Prometheus', () => {
    expect(read('prometheus.yml')).toMatch(/job_name: proofmail\n(?: {4}.*\n)* {4}honor_labels: true\n/);
  });

  it.runIf(hasPromtool())('passes promtool', () => {
    execFileSync('promtool', ['check', 'rules', join(ops, 'alerts.yml')]);
    execFileSync('promtool', ['check', 'config', join(ops, 'prometheus.yml')]);
  });
});

function hasPromtool(): boolean {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
