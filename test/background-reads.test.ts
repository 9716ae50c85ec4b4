// Reads in threads and in processes have the responses of reads in the server. Settings of a project are
// applied before a read is planned, so comparing reads with default settings is enough.
import { describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from './support/app.ts';
import { eventually } from './support/eventually.ts';
import { recordedReads } from './support/recorded-reads.ts';

/** Reads of each database. Other tests send all recorded reads. */
const READS = 60;

const ALL_IN_PROCESSES = { max: 2, budget: -1 };

/** One of a number of reads, up to `READS` of them. */
function some(steps: ReadonlySet<string>): readonly string[] {
  const every = Math.ceil(steps.size / READS);
  return [...steps].filter((_, i) => i % every === 0);
}

function readsOf({ store: { database } }: TestApp): number {
  return (database.threads ?? database.isolated)?.stats.reads ?? 0;
}

describe('the same responses', () => {
  const reads = [...recordedReads()].filter(
    ([, { options }]) => Object.keys(options.env ?? {}).length === 0,
  );

  test.each(reads)('%s', { timeout: 120_000 }, async (_key, { options, steps }) => {
    await using here = await openTestApp(options);
    await using threaded = await openTestApp({ ...options, beside: here, threads: true });
    await using isolated = await openTestApp({
      ...options,
      beside: here,
      processes: ALL_IN_PROCESSES,
    });
    await eventually(() => threaded.store.database.threads?.isAvailable() === true);
    let completed = 0;
    for (const step of some(steps)) {
      const [format = '', maps = '', url = ''] = step.split(' ', 3);
      const headers = { 'strapi-response-format': format, 'strapi-encode-source-maps': maps };
      const { status, text } = await here.request(url, { headers });
      // The first read of a shape measures its duration.
      await threaded.request(url, { headers });
      for (const app of [threaded, isolated]) {
        const response = await app.request(url, { headers });
        expect({ url, status: response.status, text: response.text }).toEqual({
          url,
          status,
          text,
        });
      }
      if (status === 200 && url.startsWith('/api/')) completed += 1;
    }
    for (const app of [threaded, isolated]) expect(readsOf(app)).toBeGreaterThan(completed / 2);
  });
});
