// In charge of the rows of one model as an archive holds them: which columns are read, and how their values are written
// as JSON (docs/strapi/archives.md).
import { encoderOf, type ScalarEncoder } from '../../query/encode.ts';
import type { Model, ScalarType } from '../../schema/types.ts';
import type { Layout } from '../../storage/layout.ts';
import type { Row } from '../../storage/session.ts';

/** A column that is read, and the type of what it holds. */
interface ReadColumn {
  readonly column: string;
  readonly as: ScalarType;
}

/** Reads and writes the rows of a model. */
export class RowsOfModel {
  readonly table: string;
  /** Without `id`, which is read before them. */
  readonly columns: readonly ReadColumn[];
  readonly #fields: readonly { readonly head: string; readonly encode: ScalarEncoder }[];

  constructor(model: Model, layout: Layout) {
    const scalars = [...model.attributes.values()].flatMap((attribute) =>
      attribute.kind === 'scalar' ? [[attribute.name, attribute.type] as const] : [],
    );
    const fields: readonly (readonly [string, ScalarType])[] =
      model.modelType === 'contentType' ? [['documentId', 'string'], ...scalars] : scalars;
    this.table = layout.table(model.uid);
    this.columns = fields.map(([name, as]) => ({ column: layout.column(model.uid, name), as }));
    this.#fields = fields.map(([name, type]) => ({
      head: `${JSON.stringify(name)}:`,
      encode: type === 'json' ? archivedJson : encoderOf(type),
    }));
  }

  /** The members of a row, as JSON between commas. @param row Its id, and then the columns */
  write(row: Row): string {
    return this.#fields.map(({ head, encode }, i) => head + encode(row[i + 1])).join(',');
  }
}

const encodeJson = encoderOf('json');

/**
 * JSON as Strapi can store it on every database and reads it back: it takes `true` for the number 1 on SQLite, and no
 * plain text on PostgreSQL. Both are texts of JSON here, a plain text of its JSON's JSON.
 */
function archivedJson(value: unknown): string {
  const json = encodeJson(value);
  if (json === 'true' || json === 'false') return JSON.stringify(json);
  if (json.startsWith('"')) return JSON.stringify(JSON.stringify(json));
  // Only between values may a line end, in JSON that another program stored.
  return json.replaceAll(/[\r\n]/g, ' ');
}
