// Logos of Strapi's admin panel: their bytes are embedded in the setting that names them, and become files (measured
// on Strapi 5.54.0).
import { isRecord, type RawRecord } from '../../schema/raw.ts';
import { PROJECT_SETTINGS } from '../../storage/settings/core-store.ts';
import type { RowStatements } from '../../storage/statements/row-statements.ts';
import type { WriteSteps } from '../../storage/session.ts';
import type { ConfigurationLine } from '../archive/lines.ts';
import { SETTINGS } from './configuration-rows.ts';
import type { StagedAssets } from './staged-assets.ts';

const LOGOS = ['menuLogo', 'authLogo'] as const;

/** Key of the bytes in a logo. */
const BYTES = '__transferBuffer';

/** Extracts logos from settings. */
export class LogoExtractor {
  readonly #assets: StagedAssets;
  readonly #areSelected: boolean;

  /** @param areSelected If false, their bytes are dropped */
  constructor(assets: StagedAssets, areSelected: boolean) {
    this.#assets = assets;
    this.#areSelected = areSelected;
  }

  /**
   * Returns the line without the bytes of logos, which are staged like other files. @throws TransferError for an
   * invalid name
   */
  async take(line: ConfigurationLine): Promise<ConfigurationLine> {
    if (line.type !== 'core-store' || line.value.key !== PROJECT_SETTINGS) return line;
    const { value: settings } = line.value;
    if (!isRecord(settings)) return line;
    const value: Record<string, unknown> = { ...settings };
    for (const name of LOGOS) {
      const logo = settings[name];
      if (isRecord(logo) && BYTES in logo) value[name] = await this.#take(logo);
    }
    return { ...line, value: { ...line.value, value } };
  }

  async #take({ [BYTES]: bytes, ...logo }: RawRecord): Promise<RawRecord> {
    const { hash, ext } = logo;
    if (this.#areSelected && typeof bytes === 'string' && typeof hash === 'string') {
      const name = `${hash}${typeof ext === 'string' ? ext : ''}`;
      await this.#assets.stageBytes(name, Buffer.from(bytes, 'base64'));
    }
    return logo;
  }

  /** Updates the URLs of logos that were in another store. Called once all files are stored. */
  *correct(statements: RowStatements): WriteSteps<void> {
    const rows = yield* statements.select(SETTINGS, {
      columns: ['id', 'value'],
      where: [{ column: 'key', is: PROJECT_SETTINGS }],
    });
    for (const [id, text] of rows) {
      const settings: unknown = JSON.parse(String(text));
      if (!isRecord(settings)) continue;
      const moved = LOGOS.flatMap((name) => {
        const logo = settings[name];
        const location = isRecord(logo) ? this.#locationOf(logo) : undefined;
        return location === undefined || !isRecord(logo)
          ? []
          : [[name, { ...logo, ...location }] as const];
      });
      if (moved.length === 0) continue;
      const value = JSON.stringify({ ...settings, ...Object.fromEntries(moved) });
      yield* statements.update(SETTINGS, ['value'], [[Number(id), value]]);
    }
  }

  #locationOf({
    hash,
    ext,
  }: RawRecord): { readonly url: string; readonly provider: string } | undefined {
    return this.#assets.locationOf(`${String(hash)}${typeof ext === 'string' ? ext : ''}`);
  }
}
