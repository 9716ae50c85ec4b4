// Finds enabled providers and their options: those that administrators store in the database, for the two that are
// known by name, and those of the configuration, which take precedence and may have any name.
import { parseUrl } from '../../base/urls.ts';
import { isRecord, toRecord, toText, toTexts, type RawRecord } from '../../schema/raw.ts';
import { coreStoreValue } from '../../storage/settings/core-store.ts';
import type { ReadSteps } from '../../storage/session.ts';
import type { Provider, ProviderKind } from './provider.ts';

/** Options of a provider in the configuration; others are stored or have defaults. */
export type ConfiguredProvider = Partial<Omit<Provider, 'name' | 'kind'>>;

/** Configured providers by name. */
export type ConfiguredProviders = ReadonlyMap<string, ConfiguredProvider>;

/** `unknown` if the provider is enabled but not supported. */
export type FoundProvider = Provider | 'disabled' | 'unknown';

/** Key of the stored providers. */
export const PROVIDER_SETTINGS = 'plugin_users-permissions_grant';

const USUAL: Readonly<Record<ProviderKind, Pick<Provider, 'issuer' | 'api' | 'scope'>>> = {
  oidc: { issuer: '', api: '', scope: ['openid', 'email', 'profile'] },
  google: { issuer: 'https://accounts.google.com', api: '', scope: ['openid', 'email'] },
  github: {
    issuer: 'https://github.com',
    api: 'https://api.github.com',
    scope: ['user:email'],
  },
};

/** Finds a provider by name. */
export function* findProvider(
  configured: ConfiguredProviders,
  name: string,
): ReadSteps<FoundProvider> {
  const own = configured.get(name);
  const stored = storedProvider(yield* coreStoreValue(PROVIDER_SETTINGS), name);
  const isOn = own?.clientId !== undefined || Boolean(stored['enabled']);
  if (!isOn) return 'disabled';
  const kind = kindOf(name, own);
  if (kind === null) return 'unknown';
  const provider = assemble(name, kind, { own: own ?? {}, stored });
  return provider.clientId === '' || provider.clientSecret === '' ? 'disabled' : provider;
}

/** Password sign-in is a provider as well, enabled by default. */
function storedProvider(grant: unknown, name: string): RawRecord {
  if (!isRecord(grant)) return { enabled: name === 'email' };
  return Object.hasOwn(grant, name) ? toRecord(grant[name]) : {};
}

function kindOf(name: string, own: ConfiguredProvider | undefined): ProviderKind | null {
  if (name === 'github' || name === 'google') return name;
  return own?.issuer === undefined ? null : 'oidc';
}

function assemble(
  name: string,
  kind: ProviderKind,
  { own, stored }: { readonly own: ConfiguredProvider; readonly stored: RawRecord },
): Provider {
  const usual = USUAL[kind];
  const issuer = own.issuer ?? usual.issuer;
  const storedScope = toTexts(stored['scope']).filter(Boolean);
  const scope = own.scope ?? (storedScope.length > 0 ? storedScope : usual.scope);
  return {
    name,
    kind,
    issuer,
    api: own.api ?? (own.issuer === undefined ? usual.api : `${own.issuer}/api/v3`),
    clientId: own.clientId ?? toText(stored['key']) ?? '',
    clientSecret: own.clientSecret ?? toText(stored['secret']) ?? '',
    // Without `openid` there is no ID token.
    scope: kind === 'github' ? scope : [...new Set(['openid', ...scope])],
    callback: absolute(own.callback ?? toText(stored['callback'])),
    trustEmail: own.trustEmail ?? false,
  };
}

/** Strapi stores relative paths if no URL is configured yet. */
function absolute(address: string | null | undefined): string | null {
  return address && parseUrl(address) ? address : null;
}
