// Recognizes loopback addresses.

/** Returns true for an `http:` URL on this machine, which does not need TLS. */
export function isLoopback(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
