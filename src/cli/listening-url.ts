// URL of a listening server for a browser on the same machine.
import { isIPv6, type AddressInfo } from 'node:net';

/** Unspecified addresses cannot be opened; these names reach the same socket. */
const LOOPBACK: Readonly<Record<string, string>> = {
  '0.0.0.0': '127.0.0.1',
  // Accepts IPv4 as well, so both addresses of localhost work.
  '::': 'localhost',
};

/**
 * Returns the URL of a server.
 * @param host As configured
 * @param bound Address that the server listens on
 */
export function listeningUrl(host: string, bound: Pick<AddressInfo, 'address' | 'port'>): string {
  const name = LOOPBACK[bound.address] ?? host;
  return `http://${isIPv6(name) ? `[${name}]` : name}:${bound.port}`;
}
