// Content-Security-Policy of the admin interface: only its own files, and images from hosts that the project allows.

interface PanelPolicyOptions {
  /** Of this response. */
  readonly nonce: string;
  /** `Content-Security-Policy` of the project: uploads may be on other hosts. */
  readonly projectPolicy: string;
}

/** Returns the value of the header. */
export function panelPolicy({ nonce, projectPolicy }: PanelPolicyOptions): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    ["img-src 'self' blob: data:", ...hostsOf(projectPolicy, 'img-src')].join(' '),
    ["media-src 'self' blob: data:", ...hostsOf(projectPolicy, 'media-src')].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}

/** In Strapi's default policy, for its own panel alone. */
const MARKET = /(?:^|\/)market-assets\.strapi\.io$/;

const HOST = /^(?:https?:\/\/)?[\w*][\w*.-]*\.[\w*.-]+(?::\d+)?(?:\/\S*)?$/;

/** Hosts of a directive; keywords and schemes are not copied. */
function hostsOf(policy: string, directive: string): readonly string[] {
  const parts = policy.split(';').map((part) => part.trim().split(/\s+/));
  const [, ...sources] = parts.find(([name]) => name === directive) ?? [];
  return sources.filter((source) => !MARKET.test(source) && HOST.test(source));
}
