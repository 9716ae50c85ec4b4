// Updates references to renamed attributes: fields of permissions, views of the content manager, and pending links.
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { Registry } from '../../schema/registry.ts';
import type { Dialect } from '../../storage/dialect.ts';
import {
  allAdminPermissions,
  setProperties,
  setSetting,
  settingsUnder,
} from '../../storage/model-changes/renamed-settings.ts';
import { renameValues, runAll } from '../../storage/model-changes/rows.ts';
import { pendingLinks } from '../../storage/layout/quoin-tables.ts';
import type { Query, Row, Session } from '../../storage/session.ts';
import { VIEW_KEYS } from '../impact/stored-mentions.ts';
import type { Step } from '../plan/steps.ts';

/** New names by former names of attributes, by uid. */
type Names = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Renames attributes wherever their names are stored. @param registry The model after the change */
export async function renameAttributeNames(
  session: Session,
  dialect: Dialect,
  { steps, registry }: { readonly steps: readonly Step[]; readonly registry: Registry },
): Promise<void> {
  const names = namesIn(steps);
  if (names.size === 0) return;
  const permissions = await session.rows(allAdminPermissions(dialect));
  await runAll(session, changedPermissions(dialect, permissions, { names, registry }));
  for (const prefix of VIEW_KEYS) {
    const views = await session.rows(settingsUnder(dialect, prefix));
    await runAll(session, changedViews(dialect, views, { prefix, names, registry }));
  }
  const { table, attribute: column, sourceType } = pendingLinks;
  for (const [uid, ofModel] of names) {
    const and = { column: sourceType, is: uid };
    await session.run(renameValues(dialect, { table, column, and }, [...ofModel]));
  }
}

function namesIn(steps: readonly Step[]): Names {
  const names = new Map<string, Map<string, string>>();
  for (const step of steps) {
    if (step.kind !== 'renameAttribute') continue;
    const ofModel = names.get(step.uid) ?? new Map<string, string>();
    names.set(step.uid, ofModel.set(step.from, step.attribute));
  }
  return names;
}

interface RenameContext {
  readonly names: Names;
  readonly registry: Registry;
}

function changedPermissions(
  dialect: Dialect,
  rows: readonly Row[],
  context: RenameContext,
): readonly Query[] {
  return rows.flatMap(([id, subject, stored]) => {
    const properties = toJson(stored);
    if (!isJsonObject(properties) || !Array.isArray(properties['fields'])) return [];
    const fields: readonly JsonValue[] = properties['fields'];
    const renamed = fields.map((field) =>
      typeof field === 'string' ? renamedPath(String(subject), field, context) : field,
    );
    if (renamed.every((field, i) => field === fields[i])) return [];
    return [setProperties(dialect, id, { ...properties, fields: renamed })];
  });
}

/** A path such as `seo.title` leads through components. */
function renamedPath(uid: string, path: string, { names, registry }: RenameContext): string {
  let model: string | null = uid;
  const parts = path.split('.').map((part) => {
    if (model === null) return part;
    const name: string = names.get(model)?.get(part) ?? part;
    const attribute = registry.has(model) ? registry.model(model).attributes.get(name) : undefined;
    model = attribute?.kind === 'component' ? attribute.component : null;
    return name;
  });
  return parts.join('.');
}

function changedViews(
  dialect: Dialect,
  rows: readonly Row[],
  { prefix, names, registry }: RenameContext & { readonly prefix: string },
): readonly Query[] {
  return rows.flatMap(([id, key, stored]) => {
    const uid = String(key).slice(prefix.length);
    const view = toJson(stored);
    if (!isJsonObject(view)) return [];
    const renamed = renamedView(view, uid, { names, registry });
    const value = JSON.stringify(renamed);
    return value === JSON.stringify(view) ? [] : [setSetting(dialect, id, value)];
  });
}

function renamedView(view: JsonObject, uid: string, context: RenameContext): JsonObject {
  const own = context.names.get(uid);
  const rename = (value: JsonValue | undefined): JsonValue =>
    typeof value === 'string' ? (own?.get(value) ?? value) : (value ?? null);
  const result: Record<string, JsonValue> = { ...view };
  const { settings, metadatas, layouts } = view;
  if (isJsonObject(settings)) {
    const { mainField, defaultSortBy } = settings;
    result['settings'] = {
      ...settings,
      ...(mainField === undefined ? {} : { mainField: rename(mainField) }),
      ...(defaultSortBy === undefined ? {} : { defaultSortBy: rename(defaultSortBy) }),
    };
  }
  if (isJsonObject(metadatas)) {
    const entries = Object.entries(metadatas).map(([name, value]): [string, JsonValue] => {
      const next = own?.get(name) ?? name;
      return [next, renamedMainField(value, targetOf(uid, next, context), context)];
    });
    result['metadatas'] = Object.fromEntries(entries);
  }
  if (isJsonObject(layouts)) {
    const { list, edit } = layouts;
    result['layouts'] = {
      ...layouts,
      ...(Array.isArray(list) ? { list: list.map(rename) } : {}),
      ...(Array.isArray(edit) ? { edit: edit.map((row) => renamedCells(row, rename)) } : {}),
    };
  }
  return result;
}

function renamedCells(row: JsonValue, rename: (value: JsonValue) => JsonValue): JsonValue {
  if (!Array.isArray(row)) return row;
  const cells: readonly JsonValue[] = row;
  return cells.map((cell) =>
    isJsonObject(cell) && cell['name'] !== undefined
      ? { ...cell, name: rename(cell['name']) }
      : cell,
  );
}

function targetOf(uid: string, name: string, { registry }: RenameContext): string | null {
  const attribute = registry.has(uid) ? registry.model(uid).attributes.get(name) : undefined;
  return attribute?.kind === 'relation' ? attribute.target : null;
}

/** The field of a related type that names its entries. */
function renamedMainField(
  metadata: JsonValue,
  target: string | null,
  { names }: RenameContext,
): JsonValue {
  const ofTarget = target === null ? undefined : names.get(target);
  if (!ofTarget || !isJsonObject(metadata) || !isJsonObject(metadata['edit'])) return metadata;
  const { mainField } = metadata['edit'];
  const next = typeof mainField === 'string' ? ofTarget.get(mainField) : undefined;
  return next === undefined
    ? metadata
    : { ...metadata, edit: { ...metadata['edit'], mainField: next } };
}

/** JSON as a driver returns it: a text, or already parsed. */
function toJson(value: unknown): JsonValue | undefined {
  if (typeof value === 'string') {
    try {
      return toJson(JSON.parse(value));
    } catch {
      return undefined;
    }
  }
  return isJsonObject(value) ? value : undefined;
}
