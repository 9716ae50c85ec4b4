// PostgreSQL server of a test run: started on demand, removed at the end.
import { createServer } from 'node:http';
import { PostgresInstance } from './postgres-instance.mjs';

/** Settings for hundreds of short-lived databases: no autovacuum, crash safety or replication. */
const SETTINGS = {
  autovacuum: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  jit: 'off',
};

/** @param project Provides tests with the URL that starts the server */
export async function setup(project) {
  let server = null;
  const starter = createServer((_request, response) => {
    server ??= PostgresInstance.make(SETTINGS);
    server.then(
      ({ port }) => response.end(JSON.stringify({ port })),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise((resolve) => starter.listen(0, '127.0.0.1', resolve));
  project.provide('postgres', `http://127.0.0.1:${starter.address().port}`);
  return async () => {
    starter.close();
    await server?.then(
      (instance) => instance.remove(),
      () => undefined,
    );
  };
}
