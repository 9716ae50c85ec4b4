// PostgreSQL server of a test run: started on demand, removed at the end.
import { createServer } from 'node:http';
import { PostgresInstance } from './postgres-instance.mjs';

/** Hundreds of databases come and go: nobody looks after them meanwhile, and nothing is kept for a crash or a replica. */
const SETTINGS = {
  autovacuum: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  jit: 'off',
};

/** @param project Where tests are told the address at which to ask for the server */
export async function setup(project) {
  let server = null;
  const asked = createServer((_request, response) => {
    server ??= PostgresInstance.make(SETTINGS);
    server.then(
      ({ port }) => response.end(JSON.stringify({ port })),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise((resolve) => asked.listen(0, '127.0.0.1', resolve));
  project.provide('postgres', `http://127.0.0.1:${asked.address().port}`);
  return async () => {
    asked.close();
    await server?.then(
      (instance) => instance.remove(),
      () => undefined,
    );
  };
}
