// Asks a server to end the statement that it runs for a connection, over a connection of its own, as the protocol wants
// it (https://www.postgresql.org/docs/current/protocol-flow.html, "Canceling Requests in Progress"). PgBouncer passes it on.
import { Client, type ClientBase, type ClientConfig } from 'pg';

/** How long a server may take to hear of it, in milliseconds. */
const PATIENCE = 5000;

/** What the driver has and does not tell the types of. */
interface Inside {
  readonly host: string;
  readonly port: number;
  readonly processID: number;
  readonly secretKey: number;
  readonly ssl: unknown;
  readonly connection: {
    readonly stream: { destroy(): unknown };
    on(event: string, listener: () => void): unknown;
    connect(port: number | string, host?: string): unknown;
    requestSsl(): unknown;
    cancel(processId: number, secretKey: number): unknown;
  };
}

/**
 * Resolves when the server has heard of it, or cannot be reached. A server that has nothing to do ignores it.
 * @param settings How the client was connected
 */
export async function cancelStatement(client: ClientBase, settings: ClientConfig): Promise<void> {
  const { processID, secretKey } = client as unknown as Inside;
  const { connection, host, port, ssl } = new Client(settings) as unknown as Inside;
  const send = (): unknown => connection.cancel(processID, secretKey);
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => connection.stream.destroy(), PATIENCE);
    // The server answers by closing the connection.
    connection.on('end', () => {
      clearTimeout(timer);
      resolve();
    });
    connection.on('error', () => connection.stream.destroy());
    connection.on('connect', ssl ? () => connection.requestSsl() : send);
    connection.on('sslconnect', send);
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
  });
}
