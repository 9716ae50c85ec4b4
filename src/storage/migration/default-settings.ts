// Default settings in `strapi_core_store_settings`: uploads, accounts, sign-in providers and emails
// (docs/strapi/storage.md, "Strapi's own tables").

/** Sign-in providers and their scopes; all are disabled until an administrator enters key and secret. */
const PROVIDERS: Readonly<
  Record<string, { readonly icon: string; readonly scope?: readonly string[] }>
> = {
  discord: { icon: 'discord', scope: ['identify', 'email'] },
  facebook: { icon: 'facebook-square', scope: ['email'] },
  google: { icon: 'google', scope: ['email'] },
  github: { icon: 'github', scope: ['user', 'user:email'] },
  microsoft: { icon: 'windows', scope: ['user.read'] },
  twitter: { icon: 'twitter' },
  instagram: { icon: 'instagram', scope: ['user_profile'] },
  vk: { icon: 'vk', scope: ['email'] },
  twitch: { icon: 'twitch', scope: ['user:read:email'] },
  linkedin: { icon: 'linkedin', scope: ['r_liteprofile', 'r_emailaddress'] },
};

/** Providers with a URL of the administrator's own. */
const HOSTED_PROVIDERS: Readonly<
  Record<
    string,
    { readonly icon: string; readonly subdomain?: string; readonly scope: readonly string[] }
  >
> = {
  cognito: { icon: 'aws', subdomain: 'my.subdomain.com', scope: ['email', 'openid', 'profile'] },
  reddit: { icon: 'reddit', scope: ['identity'] },
  auth0: { icon: '', subdomain: 'my-tenant.eu', scope: ['openid', 'email', 'profile'] },
  cas: { icon: 'book', subdomain: 'my.subdomain.com/cas', scope: ['openid email'] },
  patreon: { icon: '', scope: ['identity', 'identity[email]'] },
  keycloak: {
    icon: '',
    subdomain: 'myKeycloakProvider.com/realms/myrealm',
    scope: ['openid', 'email', 'profile'],
  },
};

const OFF = { enabled: false, key: '', secret: '' };

function grant(): Readonly<Record<string, unknown>> {
  const address = (name: string) => `api/auth/${name}/callback`;
  return {
    email: { icon: 'envelope', enabled: true },
    ...Object.fromEntries(
      Object.entries(PROVIDERS).map(([name, provider]) => [
        name,
        { ...OFF, ...provider, callbackUrl: address(name) },
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(HOSTED_PROVIDERS).map(([name, provider]) => [
        name,
        { ...OFF, ...provider, callback: address(name) },
      ]),
    ),
  };
}

/** `name` is the key of the title in Strapi's admin panel; the message is a template. */
function mail(
  name: string,
  icon: string,
  text: { readonly object: string; readonly message: string },
) {
  const from = { name: 'Administration Panel', email: 'no-reply@example.com' };
  return {
    display: `Email.template.${name}`,
    icon,
    options: { from, response_email: '', ...text },
  };
}

/** Values by key. */
export const storedSettings: Readonly<Record<string, unknown>> = {
  plugin_upload_settings: {
    sizeOptimization: true,
    responsiveDimensions: true,
    autoOrientation: false,
    aiMetadata: true,
  },
  plugin_upload_view_configuration: { pageSize: 10, sort: 'createdAt:DESC' },
  'plugin_users-permissions_grant': grant(),
  'plugin_users-permissions_email': {
    reset_password: mail('reset_password', 'sync', {
      object: 'Reset password',
      message: `<p>Someone requested a new password for your account. If it was you, follow this link:</p>

<p><%= URL %>?code=<%= TOKEN %></p>

<p>If it was not you, do nothing: your password stays as it is.</p>`,
    }),
    email_confirmation: mail('email_confirmation', 'check-square', {
      object: 'Account confirmation',
      message: `<p>Welcome! Follow this link to confirm that the address of your new account is yours:</p>

<p><%= URL %>?confirmation=<%= CODE %></p>`,
    }),
  },
  'plugin_users-permissions_advanced': {
    unique_email: true,
    allow_register: true,
    email_confirmation: false,
    email_reset_password: null,
    email_confirmation_redirection: null,
    default_role: 'authenticated',
  },
};
