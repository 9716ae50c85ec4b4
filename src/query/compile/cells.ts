// Columns of the rows of a node: the id, then the fields in the order of the response. For entries that are written as text,
// adjacent text fields are selected as one JSON object if the database can write it: there are fewer values to read, and no
// text to escape.
import { sql } from 'kysely';
import type { Model, ScalarType } from '../../schema/types.ts';
import type { Fragment } from '../../storage/dialect.ts';
import type { Cell, CompiledRows } from '../compiled.ts';
import type { RowsNode } from '../plan.ts';
import type { CompileContext } from './context.ts';

/** The columns of a node and their contents. */
export interface Cells extends Pick<CompiledRows, 'isComponent' | 'cells'> {
  readonly columns: Fragment;
}

/** Types whose values are JSON strings. */
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

/** The first field of the rows of a content-type. */
export const DOCUMENT_ID = 'documentId';

/** Text fields of one JSON object. A function of SQLite takes at most 127 arguments, two for each field. */
const MAX_GROUPED_FIELDS = 60;

/** Compiles the id, the documentId of a content-type, and the fields of a node. */
export function compileCells(
  context: CompileContext,
  { uid, alias }: { readonly uid: string; readonly alias: string },
  node: RowsNode,
): Cells {
  const model = context.registry.model(uid);
  const named = model.modelType === 'contentType' ? [DOCUMENT_ID, ...node.fields] : node.fields;
  const columns: Fragment[] = [context.column(uid, alias, 'id')];
  const cells: Cell[] = [];
  const hidden = new Set(node.hidden);
  const kindOf = (field: string): FieldKind => ({
    isText: context.output === 'text' && isText(context, uid, field),
    isHidden: hidden.has(field),
  });
  for (const { fields, isText: areTexts, isHidden } of groupFields(named, kindOf)) {
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
      cells.push({ kind: 'texts', fields, isHidden });
      continue;
    }
    for (const [field, column] of pairs) {
      const type = typeOf(model, field);
      columns.push(type === null ? column : context.dialect.selected(type, column));
      cells.push({ kind: 'value', field, type: type ?? 'string', isHidden });
    }
  }
  return { columns: sql.join(columns), cells, isComponent: model.modelType === 'component' };
}

/** Dates and times that another program stored as numbers stay numbers. */
function keepsNumbers(type: ScalarType | null): boolean {
  return type === 'date' || type === 'time';
}

/** The type of a field, or null for `documentId`. */
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

interface FieldKind {
  readonly isText: boolean;
  /** True if responses omit it. */
  readonly isHidden: boolean;
}

/** Fields that are selected as one column. */
interface FieldGroup extends FieldKind {
  readonly fields: string[];
}

/** Groups adjacent text fields, hidden ones apart; any other field forms its own group. */
function groupFields(
  fields: readonly string[],
  kindOf: (field: string) => FieldKind,
): readonly FieldGroup[] {
  const groups: FieldGroup[] = [];
  for (const field of fields) {
    const last = groups.at(-1);
    const kind = kindOf(field);
    const joins = last?.isText && kind.isText && last.isHidden === kind.isHidden;
    if (joins && last.fields.length < MAX_GROUPED_FIELDS) last.fields.push(field);
    else groups.push({ ...kind, fields: [field] });
  }
  return groups;
}
