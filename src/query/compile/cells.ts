// Columns of a node's own row: its id, then its fields in the order of the answer. Texts come as JSON
// where the database can write it, those that stand side by side as one: fewer values, and nothing left to be escaped.
import { sql } from 'kysely';
import type { Model, ScalarType } from '../../schema/types.ts';
import type { Fragment } from '../../storage/dialect.ts';
import type { Cell, CompiledRows } from '../compiled.ts';
import type { RowsNode } from '../plan.ts';
import type { CompileContext } from './context.ts';

/** The columns of a node, and what they are. */
export interface Cells extends Pick<CompiledRows, 'isComponent' | 'cells'> {
  readonly columns: Fragment;
}

/** Types whose values are written as texts. */
const TEXTS: ReadonlySet<ScalarType> = new Set([
  'string',
  'text',
  'richtext',
  'email',
  'uid',
  'enumeration',
  'biginteger',
  'date',
  'time',
]);

/** Comes first in the rows of a content-type. */
export const DOCUMENT_ID = 'documentId';

/** A function of SQLite takes 127 arguments. */
const MOST = 60;

/** The id, the documentId where the model has one, and the fields of a node. */
export function compileCells(
  context: CompileContext,
  { uid, alias }: { readonly uid: string; readonly alias: string },
  node: RowsNode,
): Cells {
  const model = context.registry.model(uid);
  const named = model.modelType === 'contentType' ? [DOCUMENT_ID, ...node.fields] : node.fields;
  const columns: Fragment[] = [context.column(uid, alias, 'id')];
  const cells: Cell[] = [];
  for (const { fields, areTexts } of grouped(named, (field) => isText(context, uid, field))) {
    const pairs = fields.map((field) => [field, context.column(uid, alias, field)] as const);
    const texts = areTexts
      ? context.dialect.textsAsJson(
          pairs.map(([name, column]) => ({
            name,
            column,
            keepsNumbers: keepsNumbers(typeOf(model, name)),
          })),
        )
      : null;
    if (texts) {
      columns.push(texts);
      cells.push({ kind: 'texts', fields });
      continue;
    }
    for (const [field, column] of pairs) {
      const type = typeOf(model, field);
      columns.push(type === null ? column : context.dialect.selected(type, column));
      cells.push({ kind: 'value', field, type: type ?? 'string' });
    }
  }
  return { columns: sql.join(columns), cells, isComponent: model.modelType === 'component' };
}

/** Days and times are kept as they are, also where another program stored a number. */
function keepsNumbers(type: ScalarType | null): boolean {
  return type === 'date' || type === 'time';
}

/** Null: an id. */
function typeOf(model: Model, field: string): ScalarType | null {
  const attribute = model.attributes.get(field);
  return attribute?.kind === 'scalar' ? attribute.type : null;
}

function isText({ registry }: CompileContext, uid: string, field: string): boolean {
  if (field === DOCUMENT_ID) return true;
  const attribute = registry.model(uid).attributes.get(field);
  return (
    attribute?.kind === 'scalar' && TEXTS.has(attribute.type) && attribute.columnType === undefined
  );
}

/** Fields that come in one column, or one that comes alone. */
interface Group {
  readonly areTexts: boolean;
  readonly fields: string[];
}

/** Texts that are neighbours, together. */
function grouped(
  fields: readonly string[],
  isTextField: (field: string) => boolean,
): readonly Group[] {
  const groups: Group[] = [];
  for (const field of fields) {
    const last = groups.at(-1);
    const areTexts = isTextField(field);
    if (areTexts && last?.areTexts && last.fields.length < MOST) last.fields.push(field);
    else groups.push({ areTexts, fields: [field] });
  }
  return groups;
}
