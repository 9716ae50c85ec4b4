// Requests are counted by method, route and status, and their times by method and route.
import { expect, test } from 'vitest';
import { printMetrics } from './exposition.ts';
import { RequestMetrics, type RequestRecord } from './request-metrics.ts';

function printed(...all: readonly Partial<RequestRecord>[]): readonly string[] {
  const counts = new RequestMetrics();
  const usual = { method: 'GET', route: '/a', status: 200, seconds: 0.002 };
  for (const each of all) counts.count({ ...usual, ...each });
  return printMetrics([{ worker: null, families: counts.families }]).split('\n');
}

test('counts requests by method, route and status', () => {
  const lines = printed({}, {}, { status: 404 }, { method: 'POST', status: 201 }, { route: '/b' });
  expect(lines.filter((line) => line.startsWith('quoin_http_requests_total'))).toEqual([
    'quoin_http_requests_total{method="GET",route="/a",status="200"} 2',
    'quoin_http_requests_total{method="GET",route="/a",status="404"} 1',
    'quoin_http_requests_total{method="POST",route="/a",status="201"} 1',
    'quoin_http_requests_total{method="GET",route="/b",status="200"} 1',
  ]);
});

test('each bucket counts the requests up to its upper bound', () => {
  const seconds = [0.0005, 0.0006, 0.002, 11];
  const lines = printed(...seconds.map((each) => ({ seconds: each })));
  const at = (le: string): string =>
    `quoin_http_request_duration_seconds_bucket{method="GET",route="/a",le="${le}"}`;
  expect(lines).toEqual(
    expect.arrayContaining([
      `${at('0.0005')} 1`,
      `${at('0.001')} 2`,
      `${at('0.0025')} 3`,
      `${at('10')} 3`,
      `${at('+Inf')} 4`,
      'quoin_http_request_duration_seconds_sum{method="GET",route="/a"} 11.0031',
      'quoin_http_request_duration_seconds_count{method="GET",route="/a"} 4',
    ]),
  );
});
