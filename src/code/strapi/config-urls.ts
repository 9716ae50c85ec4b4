// Addresses of the server and its admin interface in `strapi.config`, as Strapi computes them.
import { isIP } from 'node:net';
import { toText } from '../../schema/raw.ts';

/** The settings on which the addresses depend. */
export interface UrlSettings {
  readonly host: string;
  readonly port: number;
  /** `url` of config/server and of config/admin. */
  readonly serverUrl: unknown;
  readonly adminUrl: unknown;
  readonly environment: string;
}

/** Values of `server` and `admin`. */
export interface ConfigUrls {
  readonly server: { readonly url: string; readonly absoluteUrl: string };
  readonly admin: { readonly url: string; readonly path: string; readonly absoluteUrl: string };
}

const LOCAL = ['127.0.0.1', '0.0.0.0', '::1', '::'];

export function configUrls(settings: UrlSettings): ConfigUrls {
  const serverPath = trimmed(toText(settings.serverUrl) ?? '');
  const adminPath = trimmed(toText(settings.adminUrl) ?? '/admin');
  const server = isAbsolute(serverPath) || serverPath === '' ? serverPath : `/${serverPath}`;
  const admin = isAbsolute(adminPath) ? adminPath : `${server}/${adminPath}`;
  const origin = originOf(settings);
  const absoluteServer = isAbsolute(server) ? server : `${origin}${server}`;
  const absoluteAdmin = isAbsolute(admin) ? admin : `${origin}${admin}`;
  const isInside = absoluteAdmin.startsWith(`${absoluteServer}/`);
  const path = isInside ? absoluteAdmin.slice(absoluteServer.length) : pathOf(absoluteAdmin);
  return {
    server: { url: server, absoluteUrl: absoluteServer },
    admin: { url: admin, path, absoluteUrl: absoluteAdmin },
  };
}

function originOf({ host, port, environment }: UrlSettings): string {
  if (environment === 'development' && LOCAL.includes(host)) return `http://localhost:${port}`;
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

function isAbsolute(url: string): boolean {
  return url.startsWith('http');
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}

function trimmed(url: string): string {
  return url.replaceAll(/^[/ ]+|[/ ]+$/g, '');
}
