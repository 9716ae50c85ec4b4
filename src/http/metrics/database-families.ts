// In charge of the numbers of a database, as they are told.
import type { DatabaseFigures, ServerFigures } from '../../storage/figures.ts';
import { singles, type Family, type Sample } from './exposition.ts';

/** What a database was asked for; connections only where there are any. */
export function databaseFamilies({
  reads,
  readsInThreads,
  readsInProcesses,
  writes,
  waiting,
  transactions,
  statements,
  servers,
}: DatabaseFigures): readonly Family[] {
  return [
    ...singles([
      ['counter', 'quoin_database_reads_total', 'Reads, each in a snapshot.', reads],
      [
        'counter',
        'quoin_database_reads_in_threads_total',
        'Reads that ran beside everything else.',
        readsInThreads,
      ],
      [
        'counter',
        'quoin_database_reads_in_processes_total',
        'Long reads that ran in a process of their own.',
        readsInProcesses,
      ],
      ['counter', 'quoin_database_writes_total', 'Writes, also those that were refused.', writes],
      ['gauge', 'quoin_database_writes_waiting', 'Writes that run or wait for a turn.', waiting],
      [
        'counter',
        'quoin_database_transactions_total',
        'Transactions that were begun to write; writes share them.',
        transactions,
      ],
      ['counter', 'quoin_database_statements_total', 'SQL statements of all these.', statements],
    ]),
    ...(servers.length === 0 ? [] : connectionFamilies(servers)),
  ];
}

function connectionFamilies(servers: readonly ServerFigures[]): readonly Family[] {
  return [
    {
      name: 'quoin_database_connections',
      help: 'Connections to a server.',
      type: 'gauge',
      samples: servers.flatMap(connectionsOf),
    },
    {
      name: 'quoin_database_connections_awaited',
      help: 'Reads and writes that wait for a connection.',
      type: 'gauge',
      samples: servers.map(({ name: server, waiting: value }) => ({ labels: { server }, value })),
    },
  ];
}

function connectionsOf({ name: server, lent, idle }: ServerFigures): readonly Sample[] {
  return [
    { labels: { server, state: 'lent' }, value: lent },
    { labels: { server, state: 'idle' }, value: idle },
  ];
}
