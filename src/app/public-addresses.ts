// URLs of a server for links in emails: its public URL, or the address it listens on.
import type { Addresses } from '../auth/users/account-mails.ts';
import type { Config } from '../project/config.ts';

/** Returns the URLs without a trailing slash. */
export function publicAddresses({
  server,
  admin,
  api,
}: Pick<Config, 'server' | 'admin' | 'api'>): Addresses {
  const { url, host, port } = server;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const address = url.startsWith('http') ? url : `http://${name}:${port}${url}`;
  const isAbsolute = admin.url.startsWith('http');
  return {
    server: address,
    admin: isAbsolute ? admin.url : `${address}/${admin.url.replaceAll(/^\/+|\/+$/g, '')}`,
    confirmation: `${address}${api.rest.prefix}/auth/email-confirmation`,
  };
}
