// Cancels the running statement of a connection, over a separate connection as the protocol requires
// (https://www.postgresql.org/docs/current/protocol-flow.html, "Canceling Requests in Progress"). PgBouncer forwards
// it.
import { Client, type ClientBase, type ClientConfig } from 'pg';

/** Timeout of the request in milliseconds. */
const TIMEOUT = 5000;

/** Members of the driver that its types do not declare. */
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
 * Resolves when the server has received the request or cannot be reached. An idle server ignores it.
 * @param settings How the client was connected
 */
export async function cancelStatement(client: ClientBase, settings: ClientConfig): Promise<void> {
  const { processID, secretKey } = client as unknown as Inside;
  const { connection, host, port, ssl } = new Client(settings) as unknown as Inside;
  const send = (): unknown => connection.cancel(processID, secretKey);
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => connection.stream.destroy(), TIMEOUT);
    // The server closes the connection as its response.
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
