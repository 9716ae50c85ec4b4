// Lists the files whose bytes go into an archive: files of the media library and their smaller formats, with metadata
// (docs/strapi/archives.md).
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { FILE } from '../../schema/built-in/uids.ts';
import type { ReadSteps, Row } from '../../storage/session.ts';
import { readPage } from '../../storage/statements/table-pages.ts';
import type { EntityLinesDependencies } from './entity-lines.ts';
import { RowsOfModel } from './rows-of-model.ts';

export interface ExportedFile {
  /** Name of its entry: hash and extension. */
  readonly name: string;
  /** Metadata from its row. */
  readonly metadata: JsonObject;
  /** Provider that stores it, such as `local`. */
  readonly provider: string;
  /** URL for clients; empty if unknown. */
  readonly url: string;
}

/** A file of the media library or one of its smaller formats. */
export interface Asset extends ExportedFile {
  /** Name of the format; null for the file itself. */
  readonly format: string | null;
}

/** Rows per page. */
const PAGE = 200;

/** Writes a line for each asset. */
export function* writeAssetList(
  dependencies: Omit<EntityLinesDependencies, 'step'>,
): ReadSteps<void> {
  const { registry, layout, dialect, into } = dependencies;
  const rows = new RowsOfModel(registry.model(FILE), layout);
  const { table, columns } = rows;
  for (let after = -1; ;) {
    const page: readonly Row[] = yield* readPage(dialect, { table, columns, after, limit: PAGE });
    if (page.length === 0) return;
    for (const row of page) {
      for (const asset of assetsOf(rows.read(row))) into.line(JSON.stringify(asset));
    }
    after = Number(page.at(-1)?.[0]);
  }
}

/** A file and its formats. */
function assetsOf(file: JsonObject): readonly Asset[] {
  const provider = textOf(file['provider']);
  const formats = isJsonObject(file['formats']) ? Object.entries(file['formats']) : [];
  return [
    { name: nameOf(file), format: null, metadata: file, provider, url: textOf(file['url']) },
    ...formats.flatMap(([type, format]) => {
      if (!isJsonObject(format)) return [];
      const metadata = { ...format, type, id: file['id'] ?? null, mainHash: file['hash'] ?? null };
      return [
        { name: nameOf(format), format: type, metadata, provider, url: textOf(format['url']) },
      ];
    }),
  ];
}

function nameOf({ hash, ext }: JsonObject): string {
  return textOf(hash) + textOf(ext);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
