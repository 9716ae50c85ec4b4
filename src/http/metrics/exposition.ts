// Prometheus text exposition format, version 0.0.4.

/** Label values by name. */
export type Labels = Readonly<Record<string, string>>;

/** A sample of a metric. */
export interface Sample {
  readonly labels: Labels;
  readonly value: number;
  /** Suffix of its name, such as `_sum`. */
  readonly part?: string;
}

/** A metric with its samples. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly Sample[];
}

/** Metrics of one process. */
export interface MetricsSnapshot {
  /** Worker id, or null in a single process. */
  readonly worker: string | null;
  readonly families: readonly MetricFamily[];
}

/** Content type of the format. */
export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** A metric with a single sample. */
export type SingleMetric = readonly [
  type: 'counter' | 'gauge',
  name: string,
  help: string,
  value: number,
];

/** Creates metrics with a single sample. */
export function singleMetrics(all: readonly SingleMetric[]): readonly MetricFamily[] {
  return all.map(([type, name, help, value]) => ({
    name,
    help,
    type,
    samples: [{ labels: {}, value }],
  }));
}

/** Prints the metrics of all processes; samples of one metric are adjacent, whichever process they come from. */
export function printMetrics(snapshots: readonly MetricsSnapshot[]): string {
  const lines = new Map<string, string[]>();
  for (const { worker, families } of snapshots) {
    for (const { name, help, type, samples } of families) {
      const existing = lines.get(name) ?? [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
      lines.set(name, existing);
      for (const { part = '', labels, value } of samples) {
        const all = worker === null ? labels : { ...labels, worker };
        existing.push(`${name}${part}${printLabels(all)} ${value}`);
      }
    }
  }
  return `${[...lines.values()].flat().join('\n')}\n`;
}

function printLabels(labels: Labels): string {
  const printed = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return printed.length === 0 ? '' : `{${printed.join(',')}}`;
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
