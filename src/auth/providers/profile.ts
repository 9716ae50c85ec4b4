// Profile of a user from a provider: a name, and an email address that the provider has verified, because the owner
// of the address gets the account.
import { isRecord, toText, type RawRecord } from '../../schema/raw.ts';
import { SignInError, type Profile } from './provider.ts';
import type { ProviderGrant, ProviderClient } from './provider-clients.ts';

/** Longer names are truncated; in characters. */
const MAX_NAME = 200;

/** Returns the profile of a user. @throws SignInError without a verified address */
export async function profileOf(client: ProviderClient, grant: ProviderGrant): Promise<Profile> {
  return client.provider.kind === 'github'
    ? githubProfile(client, grant)
    : openIdProfile(client, grant);
}

async function openIdProfile(
  { provider, library, configuration }: ProviderClient,
  { accessToken, claims }: ProviderGrant,
): Promise<Profile> {
  const subject = toText(claims?.['sub']);
  const values = claims ?? {};
  const isComplete = toText(values['email']) !== undefined || subject === undefined;
  const profile: RawRecord = isComplete
    ? values
    : { ...values, ...(await library.fetchUserInfo(configuration, accessToken, subject)) };
  const verified = profile['email_verified'];
  const isVerified = provider.trustEmail || verified === true || verified === 'true';
  const email = toText(profile['email']);
  if (email === undefined) throw new SignInError('Email was not available.');
  if (!isVerified) throw new SignInError(`Email not verified by ${provider.name}`);
  const names = provider.kind === 'google' ? [] : ['preferred_username', 'nickname', 'name'];
  return toProfile(email, names.map((name) => toText(profile[name])).find(Boolean));
}

/** The public address if it is verified, otherwise the first verified one. */
async function githubProfile(
  client: ProviderClient,
  { accessToken }: ProviderGrant,
): Promise<Profile> {
  const get = (path: string): Promise<unknown> => getFromGithub(client, accessToken, path);
  const [user, emails] = await Promise.all([get('/user'), get('/user/emails')]);
  const entries = Array.isArray(emails) ? emails.filter(isRecord) : [];
  const shown = isRecord(user) ? toText(user['email']) : undefined;
  const found =
    shown === undefined
      ? entries.find((entry) => entry['primary'] === true)
      : entries.find((entry) => entry['email'] === shown);
  const email = toText(found?.['email']);
  if (email === undefined || found?.['verified'] !== true) {
    throw new SignInError('Email not verified by GitHub');
  }
  return toProfile(email, isRecord(user) ? toText(user['login']) : undefined);
}

async function getFromGithub(
  { provider, library, configuration }: ProviderClient,
  accessToken: string,
  path: string,
): Promise<unknown> {
  const headers = new Headers({ accept: 'application/vnd.github+json', 'user-agent': 'quoin' });
  const response = await library.fetchProtectedResource(
    configuration,
    accessToken,
    new URL(`${provider.api}${path}`),
    'GET',
    null,
    headers,
  );
  if (!response.ok) throw new Error(`GitHub returned ${response.status} for ${path}`);
  return response.json();
}

function toProfile(email: string, name: string | undefined): Profile {
  // Databases cannot search for NUL.
  if (email.includes('\0')) throw new SignInError('Email was not available.');
  const username = name?.replaceAll('\0', '').trim().slice(0, MAX_NAME);
  return { email: email.toLowerCase(), username: username || null };
}
