// Converts lines of an archive to rows of content-types with their ids, values and nested components
// (docs/strapi/archives.md, "Import").
import { isRecord, type RawRecord } from '../../schema/raw.ts';
import type { Registry } from '../../schema/registry.ts';
import type { Attribute, Model } from '../../schema/types.ts';
import type { Dialect } from '../../storage/dialect.ts';
import type { Layout } from '../../storage/layout/layout.ts';
import type { SqlValue } from '../../storage/session.ts';
import type { ColumnType } from '../../storage/layout/table.ts';
import { isTransferred, type EntityLine } from '../archive/lines.ts';
import { storedValue } from './archived-value.ts';
import { TransferError, isTransferError } from '../errors.ts';
import { modelColumns } from './model-columns.ts';
import type { RowPages, ImportTable } from './row-pages.ts';
import type { ImportSummary } from './import-summary.ts';

/** Inputs of the conversion. */
export interface EntityDependencies {
  readonly registry: Registry;
  readonly layout: Layout;
  readonly dialect: Dialect;
  readonly pages: RowPages;
  readonly summary: ImportSummary;
  /** `uid.attribute` of attributes that differ in the archive; values that do not fit are dropped. */
  readonly differing: ReadonlySet<string>;
}

/** Maximum nesting of components. */
const MAX_DEPTH = 50;

/** Highest 32-bit integer, the type of ids on PostgreSQL and the limit of Strapi's clients. */
const HIGHEST_ID = 2 ** 31 - 1;

const COMPONENTS_COLUMNS = ['entity_id', 'cmp_id', 'component_type', 'field', 'order'];

/** Target of a model's values. */
interface ModelTarget {
  readonly model: Model;
  readonly target: ImportTable;
  /** By attribute name or `documentId`: index and type of the column. */
  readonly columns: ReadonlyMap<string, { readonly at: number; readonly type: ColumnType }>;
  /** Column values of a row without a value, without the id. */
  readonly absent: readonly SqlValue[];
  /** Target of components and dynamic zones; null if the model has none. */
  readonly components: ImportTable | null;
}

/** Converts lines to rows. */
export class EntityRows {
  /** Number of rows by uid. */
  readonly counts: Map<string, number> = new Map();
  readonly #dependencies: EntityDependencies;
  readonly #targets = new Map<string, ModelTarget>();

  constructor(dependencies: EntityDependencies) {
    this.#dependencies = dependencies;
  }

  /** Adds a row with its components. @throws TransferError for an invalid value */
  add({ type, id, data }: EntityLine, bytes: number): void {
    const { summary, registry } = this.#dependencies;
    const which = `row ${id}`;
    const model = registry.contentTypes.get(type);
    if (!model) return summary.add(`rows of ${type}, which the project does not have`, which);
    if (!isTransferred(model))
      return summary.add(`rows of ${type}, which archives do not contain`, which);
    if (!isRowId(id)) return summary.add(`rows of ${type} with an invalid id`, which);
    this.counts.set(type, (this.counts.get(type) ?? 0) + 1);
    this.#addRow({ uid: type, id, data, bytes, depth: 0 });
  }

  #addRow({ uid, id, data, bytes, depth }: ArchivedRow): void {
    const { summary, pages } = this.#dependencies;
    const { model, target, columns, absent } = this.#targetOf(uid);
    const row: SqlValue[] = [id, ...absent];
    for (const [name, value] of Object.entries(data)) {
      const column = columns.get(name);
      const attribute = model.attributes.get(name);
      if (column) row[column.at] = this.#stored({ uid, id, name }, column.type, value);
      else if (attribute?.kind === 'component' || attribute?.kind === 'dynamiczone') {
        const owner = { uid, id, name };
        for (const item of this.#items(owner, attribute, value)) {
          this.#addComponent(owner, item, depth + 1);
        }
      } else if (name !== 'id' && name !== '__component') {
        summary.add(`values of ${uid}.${name}, which has no values here`, `row ${id}`);
      }
    }
    pages.add(target, row, bytes);
  }

  #stored({ uid, id, name }: AttributeOwner, type: ColumnType, value: unknown): SqlValue {
    const { dialect, differing, summary } = this.#dependencies;
    try {
      return storedValue(dialect, type, value);
    } catch (error) {
      if (!isTransferError(error, 'columnType')) throw error;
      if (differing.has(`${uid}.${name}`)) {
        summary.add(`values of ${uid}.${name} that do not fit it here`, `row ${id}`);
        return null;
      }
      throw new TransferError('rejected', [`${uid} ${id}, ${name}: ${shortened(error.message)}.`]);
    }
  }

  /** The components in a value with their positions; others are dropped. */
  #items(
    { uid, id, name }: AttributeOwner,
    attribute: Extract<Attribute, { kind: 'component' | 'dynamiczone' }>,
    value: unknown,
  ): readonly ComponentItem[] {
    const { summary, registry } = this.#dependencies;
    const isList = attribute.kind === 'dynamiczone' || attribute.repeatable;
    const items =
      value === null || value === undefined ? [] : Array.isArray(value) ? value : [value];
    const used = isList ? items : items.slice(0, 1);
    if (used.length < items.length) {
      summary.add(`additional components of ${uid}.${name}, which has only one`, `row ${id}`);
    }
    return used.flatMap((data: unknown, i): readonly ComponentItem[] => {
      const component =
        attribute.kind === 'component'
          ? attribute.component
          : isRecord(data)
            ? data['__component']
            : '';
      if (!isRecord(data) || !isRowId(data['id'])) {
        summary.add(`invalid components of ${uid}.${name}`, `row ${id}`);
        return [];
      }
      if (typeof component !== 'string' || !registry.components.has(component)) {
        summary.add(`components of ${uid}.${name} that the project does not have`, `row ${id}`);
        return [];
      }
      return [{ component, id: data['id'], data, order: isList ? i + 1 : null }];
    });
  }

  #addComponent(
    owner: AttributeOwner,
    { component, id, data, order }: ComponentItem,
    depth: number,
  ): void {
    const { pages } = this.#dependencies;
    if (depth > MAX_DEPTH) {
      throw new TransferError('rejected', [
        `${owner.uid} ${owner.id} has components that contain each other.`,
      ]);
    }
    const { components } = this.#targetOf(owner.uid);
    if (!components) return;
    this.#addRow({ uid: component, id, data, bytes: 0, depth });
    pages.add(components, [owner.id, id, component, owner.name, order], 0);
  }

  #targetOf(uid: string): ModelTarget {
    const cached = this.#targets.get(uid);
    if (cached) return cached;
    const modelTarget = this.#makeTarget(this.#dependencies.registry.model(uid));
    this.#targets.set(uid, modelTarget);
    return modelTarget;
  }

  #makeTarget(model: Model): ModelTarget {
    const { layout, dialect, summary } = this.#dependencies;
    const { uid } = model;
    const columns = modelColumns(layout, model);
    const isComponent = model.modelType === 'component';
    const double = ([id]: readonly SqlValue[]): void => {
      // A component that two rows share appears in both, and is one row.
      if (isComponent) return;
      this.counts.set(uid, (this.counts.get(uid) ?? 1) - 1);
      summary.add(`rows of ${uid} with a duplicate id`, `row ${String(id)}`);
    };
    const composed = [...model.attributes.values()].find(
      ({ kind }) => kind === 'component' || kind === 'dynamiczone',
    );
    const link = composed && layout.link(uid, composed.name);
    return {
      model,
      target: {
        table: layout.table(uid),
        columns: ['id', ...columns.map(({ column }) => column)],
        label: uid,
        keyColumns: false,
        double,
      },
      columns: new Map(columns.map(({ name, type }, i) => [name, { at: i + 1, type }])),
      absent: columns.map(({ type, absent }) => storedValue(dialect, type, absent)),
      components:
        link?.kind !== 'components'
          ? null
          : {
              table: link.table,
              columns: COMPONENTS_COLUMNS,
              label: `a component of ${uid}`,
              keyColumns: true,
              double: ([id]) =>
                summary.add(`components of ${uid} that are in it twice`, `row ${String(id)}`),
            },
    };
  }
}

/** The attribute that a component is in. */
interface AttributeOwner {
  readonly uid: string;
  readonly id: number;
  readonly name: string;
}

interface ArchivedRow {
  readonly uid: string;
  readonly id: number;
  readonly data: RawRecord;
  readonly bytes: number;
  readonly depth: number;
}

interface ComponentItem {
  readonly component: string;
  readonly id: number;
  readonly data: RawRecord;
  readonly order: number | null;
}

/** Returns true for a valid row id. */
export function isRowId(id: unknown): id is number {
  return Number.isInteger(id) && Number(id) > 0 && Number(id) <= HIGHEST_ID;
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
