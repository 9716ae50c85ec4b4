// Counts and times requests by route pattern, so that the number of time series is bounded.
import type { MetricFamily, Labels, Sample } from './exposition.ts';

/** A finished request. */
export interface RequestRecord {
  readonly method: string;
  /** Pattern, such as `/api/articles/:id`. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** Counts of a route and method. */
interface RouteCount {
  readonly labels: Labels;
  readonly statuses: Map<number, number>;
  /** Number of requests per bucket, not cumulative; the last bucket has no upper bound. */
  readonly times: number[];
  seconds: number;
}

/** Upper bounds of buckets in seconds. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts requests. */
export class RequestMetrics {
  readonly #routes = new Map<string, RouteCount>();

  count({ method, route, status, seconds }: RequestRecord): void {
    const counters = this.#of(method, route);
    const bound = BOUNDS.findIndex((each) => seconds <= each);
    const at = bound === -1 ? BOUNDS.length : bound;
    counters.statuses.set(status, (counters.statuses.get(status) ?? 0) + 1);
    counters.times[at] = (counters.times[at] ?? 0) + 1;
    counters.seconds += seconds;
  }

  get families(): readonly MetricFamily[] {
    const routes = [...this.#routes.values()];
    return [
      {
        name: 'quoin_http_requests_total',
        help: 'Requests not served from the response cache.',
        type: 'counter',
        samples: routes.flatMap(requestsOf),
      },
      {
        name: 'quoin_http_request_duration_seconds',
        help: 'Time from the head of such a request to the end of its response.',
        type: 'histogram',
        samples: routes.flatMap(durationsOf),
      },
    ];
  }

  #of(method: string, route: string): RouteCount {
    const key = `${method} ${route}`;
    const existing = this.#routes.get(key);
    if (existing) return existing;
    const times = Array.from({ length: BOUNDS.length + 1 }, () => 0);
    const count = { labels: { method, route }, statuses: new Map(), times, seconds: 0 };
    this.#routes.set(key, count);
    return count;
  }
}

function requestsOf({ labels, statuses }: RouteCount): readonly Sample[] {
  return [...statuses].map(([status, value]) => ({
    labels: { ...labels, status: String(status) },
    value,
  }));
}

/** Buckets in the output are cumulative. */
function durationsOf({ labels, times, seconds }: RouteCount): readonly Sample[] {
  let value = 0;
  const buckets = times.map((time, i) => {
    value += time;
    return { part: '_bucket', labels: { ...labels, le: String(BOUNDS[i] ?? '+Inf') }, value };
  });
  return [...buckets, { part: '_sum', labels, value: seconds }, { part: '_count', labels, value }];
}
