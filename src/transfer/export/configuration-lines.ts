// Lines of settings: rows of Strapi's key-value table, and webhooks (docs/strapi/archives.md).
import { decoderOf } from '../../query/decode.ts';
import type { Dialect } from '../../storage/dialect.ts';
import type { ReadSteps, Row } from '../../storage/session.ts';
import { readPage } from '../../storage/statements/table-pages.ts';
import type { ConfigurationLine } from '../archive/lines.ts';

/** Rows per page. */
const PAGE = 200;

/** Reads all settings; their number is small. */
export function* readConfiguration(dialect: Dialect): ReadSteps<readonly ConfigurationLine[]> {
  const settings = yield* allRows(dialect, SETTINGS);
  const webhooks = yield* allRows(dialect, WEBHOOKS);
  return [...settings.map(settingLine), ...webhooks.map(webhookLine)];
}

const SETTINGS = {
  table: 'strapi_core_store_settings',
  columns: ['key', 'value', 'type', 'environment', 'tag'].map((column) => ({
    column,
    as: 'text' as const,
  })),
};

const WEBHOOKS = {
  table: 'strapi_webhooks',
  columns: [
    { column: 'name', as: 'string' },
    { column: 'url', as: 'text' },
    { column: 'headers', as: 'json' },
    { column: 'events', as: 'json' },
    { column: 'enabled', as: 'boolean' },
  ],
} as const;

function* allRows(
  dialect: Dialect,
  { table, columns }: typeof SETTINGS | typeof WEBHOOKS,
): ReadSteps<readonly Row[]> {
  const rows: Row[] = [];
  for (let after = -1; ; after = Number(rows.at(-1)?.[0])) {
    const page = yield* readPage(dialect, { table, columns, after, limit: PAGE });
    if (page.length === 0) return rows;
    rows.push(...page);
  }
}

function settingLine([id, key, value, type, environment, tag]: Row): ConfigurationLine {
  return {
    type: 'core-store',
    value: {
      id: Number(id),
      key: String(key),
      value: toJson(value),
      type: textOf(type),
      environment: textOf(environment),
      tag: textOf(tag),
    },
  };
}

function webhookLine([id, name, url, ...more]: Row): ConfigurationLine {
  const [headers, events, enabled] = more;
  return {
    type: 'webhook',
    value: {
      id: Number(id),
      name: textOf(name),
      url: textOf(url),
      headers: jsonOf(headers),
      events: jsonOf(events),
      enabled: booleanOf(enabled),
    },
  };
}

const jsonOf = decoderOf('json');
const booleanOf = decoderOf('boolean');

function textOf(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}

/** A value that is not JSON is exported as a string. */
function toJson(value: unknown): unknown {
  const text = textOf(value);
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
