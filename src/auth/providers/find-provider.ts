// In charge of which providers are switched on, and how: by the settings that Strapi's administrators keep, for the two
// that are known here by name, and by the project's configuration, which comes first and may name any other.
import { isRecord, toRecord, toText, toTexts, type RawRecord } from '../../schema/raw.ts';
import { coreStoreValue } from '../../storage/core-store.ts';
import type { Reading } from '../../storage/database.ts';
import type { Provider, ProviderKind } from './provider.ts';

/** What a project's configuration says of a provider; the rest is as stored, or as usual. */
export type ConfiguredProvider = Partial<Omit<Provider, 'name' | 'kind'>>;

/** Providers by name, as the configuration has them. */
export type ConfiguredProviders = ReadonlyMap<string, ConfiguredProvider>;

/** `unknown`: it is switched on, and nothing here speaks with it. */
export type FoundProvider = Provider | 'disabled' | 'unknown';

/** Key of the providers that administrators keep. */
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

/** The provider of a name. */
export function* findProvider(
  configured: ConfiguredProviders,
  name: string,
): Reading<FoundProvider> {
  const own = configured.get(name);
  const stored = storedProvider(yield* coreStoreValue(PROVIDER_SETTINGS), name);
  const isOn = own?.clientId !== undefined || Boolean(stored['enabled']);
  if (!isOn) return 'disabled';
  const kind = kindOf(name, own);
  if (kind === null) return 'unknown';
  const provider = assemble(name, kind, { own: own ?? {}, stored });
  return provider.clientId === '' || provider.clientSecret === '' ? 'disabled' : provider;
}

/** Signing in with a password is a provider too; it is on where nothing is stored. */
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
    // Without `openid` a provider says nothing of who signed in.
    scope: kind === 'github' ? scope : [...new Set(['openid', ...scope])],
    callback: absolute(own.callback ?? toText(stored['callback'])),
    trustEmail: own.trustEmail ?? false,
  };
}

/** Strapi stores paths of its own where nobody has set an address yet. */
function absolute(address: string | null | undefined): string | null {
  return address && URL.canParse(address) ? address : null;
}
