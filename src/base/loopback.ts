// Tells addresses of this machine from others.

/** True for an `http:` address on this machine: it may be spoken to without TLS. */
export function isLocal(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
