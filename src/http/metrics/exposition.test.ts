// Prometheus text format: names, `HELP` and `TYPE` once, all samples of a metric together.
import { expect, test } from 'vitest';
import { printMetrics, singleMetrics, type MetricFamily } from './exposition.ts';

function counted(labels: MetricFamily['samples'][number]['labels'], value: number): MetricFamily {
  return { name: 'asked_total', help: 'Asked.', type: 'counter', samples: [{ labels, value }] };
}

test('prints a number without labels', () => {
  const families = singleMetrics([['gauge', 'size_bytes', 'The size.', 0.5]]);
  expect(printMetrics([{ worker: null, families }])).toBe(
    '# HELP size_bytes The size.\n# TYPE size_bytes gauge\nsize_bytes 0.5\n',
  );
});

test('groups the values of several processes by name', () => {
  const [size] = singleMetrics([['gauge', 'size_bytes', 'The size.', 1]]);
  const families = [counted({ route: '/a' }, 2), ...(size ? [size] : [])];
  const text = printMetrics([
    { worker: '0', families },
    { worker: '1', families: [counted({ route: '/b' }, 3)] },
  ]);
  expect(text.split('\n')).toEqual([
    '# HELP asked_total Asked.',
    '# TYPE asked_total counter',
    'asked_total{route="/a",worker="0"} 2',
    'asked_total{route="/b",worker="1"} 3',
    '# HELP size_bytes The size.',
    '# TYPE size_bytes gauge',
    'size_bytes{worker="0"} 1',
    '',
  ]);
});

test('escapes the values of labels', () => {
  const text = printMetrics([{ worker: null, families: [counted({ route: 'a"} 1\nb\\' }, 1)] }]);
  expect(text).toContain('asked_total{route="a\\"} 1\\nb\\\\"} 1\n');
});
