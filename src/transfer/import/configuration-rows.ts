// In charge of the settings and webhooks of an archive, which take the place of those that are there.
import type { Dialect } from '../../storage/dialect.ts';
import type { ConfigurationLine } from '../archive/lines.ts';
import { StrayValue } from '../stored-values.ts';
import { storedValue } from './archived-value.ts';
import { isRowId } from './entity-rows.ts';
import { ImportError } from './import-error.ts';
import type { RowPages, RowTarget } from './row-pages.ts';
import type { Tally } from './tally.ts';

/** The tables of what is configured. */
export const SETTINGS = 'strapi_core_store_settings';
export const WEBHOOKS = 'strapi_webhooks';

const SETTING_COLUMNS = ['id', 'key', 'value', 'type', 'environment', 'tag'];

const WEBHOOK_COLUMNS = {
  name: 'string',
  url: 'text',
  headers: 'json',
  events: 'json',
  enabled: 'boolean',
} as const;

/** What rows are made with. */
export interface ConfigurationParts {
  readonly dialect: Dialect;
  readonly pages: RowPages;
  readonly tally: Tally;
}

/** Makes rows of lines. */
export class ConfigurationRows {
  settings = 0;
  webhooks = 0;
  readonly #parts: ConfigurationParts;
  readonly #settings: RowTarget;
  readonly #webhooks: RowTarget;

  constructor(parts: ConfigurationParts) {
    this.#parts = parts;
    const { tally } = parts;
    this.#settings = {
      table: SETTINGS,
      columns: SETTING_COLUMNS,
      label: 'the setting',
      leads: false,
      double: ([id]) => {
        this.settings -= 1;
        tally.note('settings with a duplicate id', `row ${String(id)}`);
      },
    };
    this.#webhooks = {
      table: WEBHOOKS,
      columns: ['id', ...Object.keys(WEBHOOK_COLUMNS)],
      label: 'the webhook',
      leads: false,
      double: ([id]) => {
        this.webhooks -= 1;
        tally.note('webhooks with a duplicate id', `row ${String(id)}`);
      },
    };
  }

  /** A row that waits to be written. @throws ImportError for a value that does not fit */
  add(line: ConfigurationLine, bytes: number): void {
    const { pages, tally } = this.#parts;
    const { id } = line.value;
    if (!isRowId(id)) return tally.note('settings and webhooks with an invalid id', line.type);
    if (line.type === 'webhook') {
      this.webhooks += 1;
      return pages.add(this.#webhooks, [id, ...this.#webhookValues(id, line.value)], bytes);
    }
    const { key, value, type, environment, tag } = line.value;
    this.settings += 1;
    const text = JSON.stringify(value ?? null);
    pages.add(this.#settings, [id, key, text, type, environment, tag], bytes);
  }

  #webhookValues(
    id: number,
    value: Readonly<Record<string, unknown>>,
  ): readonly ReturnType<typeof storedValue>[] {
    return Object.entries(WEBHOOK_COLUMNS).map(([name, type]) => {
      try {
        return storedValue(this.#parts.dialect, type, value[name]);
      } catch (error) {
        if (!(error instanceof StrayValue)) throw error;
        throw new ImportError([`the webhook ${id}, ${name}: ${error.message}.`]);
      }
    });
  }
}
