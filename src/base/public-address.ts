// Checks that an address is on the public internet, so that requests for clients cannot reach this machine or its networks.
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { parseUrl } from './urls.ts';

export interface HostAddress {
  readonly address: string;
  readonly family: number;
}

/** Looks up the addresses of a host; rejects for an unknown one. */
export type Resolve = (hostname: string) => Promise<readonly HostAddress[]>;

/** How long a lookup may take, in milliseconds. */
const TIMEOUT = 3000;

const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['240.0.0.0', 4],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv4');
  // The same network through NAT64 (RFC 6052).
  PRIVATE.addSubnet(`64:ff9b::${network}`, 96 + prefix, 'ipv6');
}
for (const [network, prefix] of [
  ['::', 127],
  ['64:ff9b:1::', 48],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv6');
}

/** Looks addresses up as the system does. */
export const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true });

/**
 * Returns false for a URL of this machine or of a private network, also if its host only resolves to one, and for what
 * is not a URL. A host that is not found counts as public: it may be registered later.
 */
export async function isPublicUrl(
  text: string | undefined,
  resolve: Resolve = systemResolve,
): Promise<boolean> {
  const url = text === undefined ? null : parseUrl(text);
  if (url === null) return false;
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (/(?:^|\.)localhost\.?$/i.test(hostname)) return false;
  if (isIP(hostname) !== 0) return !isPrivate(hostname);
  const found = await Promise.race([resolve(hostname).catch(() => []), timeout()]);
  return !found.some(({ address }) => isPrivate(address));
}

/** Returns true for an IP address of this machine or of a private network. */
export function isPrivate(address: string): boolean {
  return PRIVATE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

async function timeout(): Promise<readonly never[]> {
  await delay(TIMEOUT, null, { ref: false });
  return [];
}
