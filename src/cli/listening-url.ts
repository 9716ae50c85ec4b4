// The URL of a listening server, as a browser on the same machine can open it.
import { isIPv6, type AddressInfo } from 'node:net';

/** Unspecified addresses, which cannot be opened, and a name for the same socket that can be. */
const LOOPBACK: Readonly<Record<string, string>> = {
  '0.0.0.0': '127.0.0.1',
  // Accepts connections over IPv4 as well, so both addresses of localhost reach it.
  '::': 'localhost',
};

/**
 * The URL of a server.
 * @param host As it was asked for
 * @param bound What the server listens on
 */
export function listeningUrl(host: string, bound: Pick<AddressInfo, 'address' | 'port'>): string {
  const name = LOOPBACK[bound.address] ?? host;
  return `http://${isIPv6(name) ? `[${name}]` : name}:${bound.port}`;
}
