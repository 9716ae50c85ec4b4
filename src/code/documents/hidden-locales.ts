// What code sees of entries beyond what routes return: `locale: null` of types without locales, or attributes that are
// private or restricted.
import { isRecord } from '../../schema/raw.ts';
import type { Registry } from '../../schema/registry.ts';
import type { ChildNode, ReadShape, RowsNode } from '../../query/plan.ts';
import type { ServedRows } from '../../storage/former-options.ts';

interface Models {
  readonly registry: Registry;
  /** Content-types of which some rows are not served: these may have had locales. */
  readonly served: ReadonlyMap<string, ServedRows>;
}

/** Adds `locale: null` to an entry and to the entries that it contains. */
export type AddLocales = (entry: unknown) => void;

/**
 * Compares the shape of a read as code sees it with that of a route.
 * @returns null if they differ in more than the locales of types without locales
 */
export function hiddenLocales(
  open: ReadShape,
  requested: ReadShape,
  models: Models,
): AddLocales | null {
  const root = withoutLocale(open.root, models);
  if (root === null || JSON.stringify({ ...open, root }) !== JSON.stringify(requested)) return null;
  return addLocales(open.root, models);
}

/** Null for a type of which some rows are not served. */
function withoutLocale(rows: RowsNode, models: Models): RowsNode | null {
  if (models.served.has(rows.uid)) return null;
  const children = rows.children.map((child) => childWithoutLocale(child, models));
  if (children.some((child) => child === null)) return null;
  const fields = hidesLocale(rows, models)
    ? rows.fields.filter((name) => name !== 'locale')
    : rows.fields;
  return { ...rows, fields, children: children.filter((child) => child !== null) };
}

function childWithoutLocale(child: ChildNode, models: Models): ChildNode | null {
  switch (child.kind) {
    case 'count':
      return child;
    case 'rows': {
      const rows = withoutLocale(child.rows, models);
      return rows && { ...child, rows };
    }
    case 'mixed': {
      const variants = child.variants.map((variant) => withoutLocale(variant, models));
      const known = variants.filter((variant) => variant !== null);
      return known.length === variants.length ? { ...child, variants: known } : null;
    }
  }
}

function hidesLocale({ uid, fields }: RowsNode, { registry }: Models): boolean {
  const type = registry.contentTypes.get(uid);
  return type !== undefined && !type.localized && fields.includes('locale');
}

function addLocales(rows: RowsNode, models: Models): AddLocales {
  const isHidden = hidesLocale(rows, models);
  const children = rows.children.flatMap((child) => {
    if (child.kind === 'count') return [];
    return [{ name: child.attribute, add: addToChild(child, models) }];
  });
  return (entry) => {
    if (!isRecord(entry)) return;
    if (isHidden) Reflect.set(entry, 'locale', null);
    for (const { name, add } of children) add(entry[name]);
  };
}

function addToChild(child: Exclude<ChildNode, { kind: 'count' }>, models: Models): AddLocales {
  const add = child.kind === 'rows' ? addLocales(child.rows, models) : addToVariant(child, models);
  return (value) => {
    for (const each of Array.isArray(value) ? value : [value]) add(each);
  };
}

function addToVariant(
  { typeTag, variants }: Extract<ChildNode, { kind: 'mixed' }>,
  models: Models,
): AddLocales {
  const byUid = new Map(variants.map((rows) => [rows.uid, addLocales(rows, models)]));
  return (entry) => {
    if (isRecord(entry)) byUid.get(String(entry[typeTag]))?.(entry);
  };
}
