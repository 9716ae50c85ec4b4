// Columns of a model in an archive, and how their values are printed as JSON (docs/strapi/archives.md).
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { decoderOf, type ScalarDecoder } from '../../query/decode.ts';
import { encoderOf, type ScalarEncoder } from '../../query/encode.ts';
import type { Model, ScalarType } from '../../schema/types.ts';
import type { Layout } from '../../storage/layout/layout.ts';
import type { Row } from '../../storage/session.ts';

/** A column and the type of its values. */
interface ReadColumn {
  readonly column: string;
  readonly as: ScalarType;
}

/** A member of a row, and how its values are converted. */
interface Field {
  readonly name: string;
  readonly head: string;
  readonly encode: ScalarEncoder;
  readonly decode: ScalarDecoder;
}

/** Reads and prints the rows of a model. */
export class RowsOfModel {
  readonly table: string;
  /** Without `id`, which is read first. */
  readonly columns: readonly ReadColumn[];
  readonly #fields: readonly Field[];

  constructor(model: Model, layout: Layout) {
    const scalars = [...model.attributes.values()].flatMap((attribute) =>
      attribute.kind === 'scalar' ? [[attribute.name, attribute.type] as const] : [],
    );
    const fields: readonly (readonly [string, ScalarType])[] =
      model.modelType === 'contentType' ? [['documentId', 'string'], ...scalars] : scalars;
    this.table = layout.table(model.uid);
    this.columns = fields.map(([name, as]) => ({ column: layout.column(model.uid, name), as }));
    this.#fields = fields.map(([name, type]) => ({
      name,
      head: `${JSON.stringify(name)}:`,
      encode: type === 'json' ? archivedJson : encoderOf(type),
      decode: type === 'json' ? archivedValue : decoderOf(type),
    }));
  }

  /** Prints the JSON members of a row. @param row Its id, then the columns */
  write(row: Row): string {
    return this.#fields.map(({ head, encode }, i) => head + encode(row[i + 1])).join(',');
  }

  /** A row as an object, with the values that `write` prints. @param row Its id, then the columns */
  read(row: Row): JsonObject {
    const members = this.#fields.map(({ name, decode }, i) => [name, decode(row[i + 1])] as const);
    return Object.fromEntries([['id', Number(row[0])], ...members]);
  }
}

const encodeJson = encoderOf('json');
const decodeJson = decoderOf('json');

/**
 * JSON in a form that Strapi stores and reads back on every database: it would read `true` as 1 on SQLite, and no
 * plain string on PostgreSQL. Both are strings of JSON here.
 */
function archivedJson(value: unknown): string {
  const json = encodeJson(value);
  if (json === 'true' || json === 'false') return JSON.stringify(json);
  if (json.startsWith('"')) return JSON.stringify(JSON.stringify(json));
  // In JSON of another program, line breaks occur only between values.
  return json.replaceAll(/[\r\n]/g, ' ');
}

/** The value that `archivedJson` prints. */
function archivedValue(stored: unknown): JsonValue {
  const value = decodeJson(stored);
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? JSON.stringify(JSON.stringify(value)) : value;
}
