// Warns about `strapi::security`: keywords of a Content-Security-Policy that lack the quotes browsers need.
import { toRecord, valueAt, type RawRecord } from '../schema/raw.ts';

const KEYWORDS: ReadonlySet<string> = new Set(
  (
    'none self strict-dynamic report-sample inline-speculation-rules unsafe-inline unsafe-eval unsafe-hashes ' +
    'wasm-unsafe-eval'
  ).split(' '),
);

/** One warning for each keyword that browsers would treat as a host name. */
export function securityWarnings(security: RawRecord): readonly string[] {
  const directives = toRecord(valueAt(security, 'contentSecurityPolicy.directives'));
  return Object.entries(directives).flatMap(([name, value]) => {
    const texts = (Array.isArray(value) ? value : [value]).filter((item) => isUnquoted(item));
    const path = `strapi::security.contentSecurityPolicy.directives.${name}`;
    return texts.map(
      (text: string) =>
        `config/middlewares, ${path}: "${text}" needs quotes inside the string: "'${text}'". Browsers ignore it without them.`,
    );
  });
}

function isUnquoted(item: unknown): item is string {
  return typeof item === 'string' && (KEYWORDS.has(item) || /^(?:nonce|sha\d{3})-/.test(item));
}
