// In charge of the text that Prometheus reads, version 0.0.4 of its format: numbers in families, each with labels.

/** What numbers are about; names of labels are letters. */
export type Labels = Readonly<Record<string, string>>;

/** One number. */
export interface Sample {
  readonly labels: Labels;
  readonly value: number;
  /** What its name has behind that of its family, such as `_sum`. */
  readonly part?: string;
}

/** The numbers of one name. */
export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly Sample[];
}

/** What one process tells. */
export interface Telling {
  /** Which one of several it is; null: there is one. */
  readonly worker: string | null;
  readonly families: readonly Family[];
}

/** The content type of the text. */
export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** A family of one number. */
export type Single = readonly [
  type: 'counter' | 'gauge',
  name: string,
  help: string,
  value: number,
];

/** Families of one number each. */
export function singles(all: readonly Single[]): readonly Family[] {
  return all.map(([type, name, help, value]) => ({
    name,
    help,
    type,
    samples: [{ labels: {}, value }],
  }));
}

/** The text of all that processes tell: numbers of one name stand together, whoever tells them. */
export function printTellings(tellings: readonly Telling[]): string {
  const lines = new Map<string, string[]>();
  for (const { worker, families } of tellings) {
    for (const { name, help, type, samples } of families) {
      const known = lines.get(name) ?? [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
      lines.set(name, known);
      for (const { part = '', labels, value } of samples) {
        const all = worker === null ? labels : { ...labels, worker };
        known.push(`${name}${part}${printLabels(all)} ${value}`);
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
