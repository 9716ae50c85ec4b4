// Metrics of the database.
import type { DatabaseStats, ConnectionStats } from '../../storage/stats.ts';
import { singleMetrics, type MetricFamily, type Sample } from './exposition.ts';

/** Returns the metrics of a database; connections only for PostgreSQL. */
export function databaseMetrics({
  reads,
  readsInThreads,
  readsInProcesses,
  writes,
  waiting,
  transactions,
  statements,
  servers,
}: DatabaseStats): readonly MetricFamily[] {
  return [
    ...singleMetrics([
      ['counter', 'quoin_database_reads_total', 'Reads, each in its own snapshot.', reads],
      ['counter', 'quoin_database_reads_in_threads_total', 'Reads run in threads.', readsInThreads],
      [
        'counter',
        'quoin_database_reads_in_processes_total',
        'Long reads run in separate processes.',
        readsInProcesses,
      ],
      ['counter', 'quoin_database_writes_total', 'Writes, including rejected ones.', writes],
      ['gauge', 'quoin_database_writes_waiting', 'Writes running or waiting.', waiting],
      [
        'counter',
        'quoin_database_transactions_total',
        'Write transactions; several writes may share one.',
        transactions,
      ],
      [
        'counter',
        'quoin_database_statements_total',
        'SQL statements of all reads and writes.',
        statements,
      ],
    ]),
    ...(servers.length === 0 ? [] : connectionFamilies(servers)),
  ];
}

function connectionFamilies(servers: readonly ConnectionStats[]): readonly MetricFamily[] {
  return [
    {
      name: 'quoin_database_connections',
      help: 'Connections to a server.',
      type: 'gauge',
      samples: servers.flatMap(connectionsOf),
    },
    {
      name: 'quoin_database_connections_waiting',
      help: 'Reads and writes waiting for a connection.',
      type: 'gauge',
      samples: servers.map(({ name: server, waiting: value }) => ({ labels: { server }, value })),
    },
  ];
}

function connectionsOf({ name: server, inUse, idle }: ConnectionStats): readonly Sample[] {
  return [
    { labels: { server, state: 'in_use' }, value: inUse },
    { labels: { server, state: 'idle' }, value: idle },
  ];
}
