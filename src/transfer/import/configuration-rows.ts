// Settings and webhooks of an archive, which replace the existing ones.
import type { Dialect } from '../../storage/dialect.ts';
import type { ConfigurationLine } from '../archive/lines.ts';
import { storedValue } from './archived-value.ts';
import { isRowId } from './entity-rows.ts';
import { TransferError, isTransferError } from '../errors.ts';
import type { RowPages, ImportTable } from './row-pages.ts';
import type { ImportSummary } from './import-summary.ts';

/** Tables of settings. */
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

/** Inputs of the conversion. */
export interface ConfigurationRowDependencies {
  readonly dialect: Dialect;
  readonly pages: RowPages;
  readonly summary: ImportSummary;
}

/** Converts lines to rows. */
export class ConfigurationRows {
  settings = 0;
  webhooks = 0;
  readonly #dependencies: ConfigurationRowDependencies;
  readonly #settings: ImportTable;
  readonly #webhooks: ImportTable;

  constructor(dependencies: ConfigurationRowDependencies) {
    this.#dependencies = dependencies;
    const { summary } = dependencies;
    this.#settings = {
      table: SETTINGS,
      columns: SETTING_COLUMNS,
      label: 'the setting',
      keyColumns: false,
      double: ([id]) => {
        this.settings -= 1;
        summary.add('settings with a duplicate id', `row ${String(id)}`);
      },
    };
    this.#webhooks = {
      table: WEBHOOKS,
      columns: ['id', ...Object.keys(WEBHOOK_COLUMNS)],
      label: 'the webhook',
      keyColumns: false,
      double: ([id]) => {
        this.webhooks -= 1;
        summary.add('webhooks with a duplicate id', `row ${String(id)}`);
      },
    };
  }

  /** Adds a row. @throws TransferError for an invalid value */
  add(line: ConfigurationLine, bytes: number): void {
    const { pages, summary } = this.#dependencies;
    const { id } = line.value;
    if (!isRowId(id)) return summary.add('settings and webhooks with an invalid id', line.type);
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
        return storedValue(this.#dependencies.dialect, type, value[name]);
      } catch (error) {
        if (!isTransferError(error, 'columnType')) throw error;
        throw new TransferError('rejected', [`the webhook ${id}, ${name}: ${error.message}.`]);
      }
    });
  }
}
