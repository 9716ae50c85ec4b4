// Updates stored configurations after changes of the model: removes deleted attributes, appends new ones, and resets invalid
// settings (docs/strapi/content-manager.md, "Views").
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import {
  appendFields,
  defaultConfiguration,
  defaultMainField,
  editableNames,
  isColumn,
  isListable,
  LISTED,
  type LayoutField,
  type ViewConfiguration,
} from './default-configuration.ts';
import { FIELD_SIZES, MAX_SIZE } from './field-sizes.ts';
import type { ShownModel } from './shown-types.ts';

/** Finds models by uid. */
export type FindModel = (uid: string) => ShownModel | undefined;

/** Returns a function that returns the main field of a content-type. */
export function mainFieldOf(find: FindModel): (uid: string) => string {
  return (uid) => {
    const target = find(uid);
    return target ? defaultMainField(target) : 'documentId';
  };
}

/** Adapts a stored configuration to the model. */
export function followModel(
  model: ShownModel,
  stored: ViewConfiguration,
  find: FindModel,
): ViewConfiguration {
  const base = defaultConfiguration(model, mainFieldOf(find));
  return {
    settings: isEmpty(stored.settings) ? base.settings : settingsOf(model, stored.settings),
    metadatas: isEmpty(stored.metadatas)
      ? base.metadatas
      : metadatasOf(model, { stored: stored.metadatas, base: base.metadatas, find }),
    layouts: isEmpty(stored.layouts) ? base.layouts : layoutsOf(model, stored, base.layouts),
  };
}

function isEmpty(object: JsonObject): boolean {
  return Object.keys(object).length === 0;
}

function settingsOf(model: ShownModel, settings: JsonObject): JsonObject {
  const main = defaultMainField(model);
  const { mainField = main, defaultSortBy = main } = settings;
  return {
    ...settings,
    mainField: isSortable(model, mainField) ? mainField : main,
    defaultSortBy: isListed(model, defaultSortBy) ? defaultSortBy : main,
  };
}

function layoutsOf(
  model: ShownModel,
  { layouts, metadatas }: ViewConfiguration,
  base: JsonObject,
): JsonObject {
  const added = Object.keys(model.attributes).filter((name) => !Object.hasOwn(metadatas, name));
  const names = itemsOf(layouts['list']).filter((name) => isListed(model, name));
  const list =
    names.length < LISTED
      ? [...new Set([...names, ...added.filter((name) => isListed(model, name))].slice(0, LISTED))]
      : names;
  const edit = editLayoutOf(model, layouts['edit'], added);
  return {
    list: list.length > 0 ? list : (base['list'] ?? []),
    edit: edit.length > 0 ? edit : (base['edit'] ?? []),
  };
}

/** Moves fields whose size their type does not allow to the end. */
function editLayoutOf(
  model: ShownModel,
  stored: JsonValue | undefined,
  added: readonly string[],
): readonly (readonly LayoutField[])[] {
  const editable = new Set(editableNames(model));
  const replaced: string[] = [];
  const rows = itemsOf(stored).flatMap((row) => {
    const fields = itemsOf(row).flatMap((field): readonly LayoutField[] => {
      const { name, size } = isJsonObject(field) ? field : {};
      if (typeof name !== 'string' || typeof size !== 'number' || !editable.has(name)) return [];
      if (isAllowed(model.attributes[name]?.['type'], size)) return [{ name, size }];
      replaced.push(name);
      return [];
    });
    return fields.length > 0 ? [fields] : [];
  });
  return appendFields(model, rows, [...replaced, ...added.filter((name) => editable.has(name))]);
}

function isAllowed(type: unknown, size: number): boolean {
  const limit = FIELD_SIZES[String(type)];
  return limit?.isResizable === false ? size === limit.default : size <= MAX_SIZE;
}

interface MetadataChange {
  readonly stored: JsonObject;
  /** The default. */
  readonly base: JsonObject;
  readonly find: FindModel;
}

function metadatasOf(model: ShownModel, { stored, base, find }: MetadataChange): JsonObject {
  return Object.fromEntries(
    Object.entries(base).map(([name, byDefault]) => {
      const [own, other] = [partsOf(stored[name]), partsOf(byDefault)];
      const edit = { ...other.edit, ...own.edit };
      const list = { ...other.list, ...own.list };
      const isColumnOf = isSortable(model, name);
      return [
        name,
        {
          edit: withMainField(edit, model, { name, find }),
          list: {
            ...list,
            searchable: isColumnOf && list['searchable'] === true,
            sortable: isColumnOf && list['sortable'] === true,
          },
        },
      ];
    }),
  );
}

/** Validates the main field of a relation, which is an attribute of its target. */
function withMainField(
  edit: JsonObject,
  { attributes }: ShownModel,
  { name, find }: { readonly name: string; readonly find: FindModel },
): JsonObject {
  const { mainField, ...others } = edit;
  if (mainField === undefined) return edit;
  const { type, target } = attributes[name] ?? {};
  if (type !== 'relation') return others;
  const model = typeof target === 'string' ? find(target) : undefined;
  if (!model || mainField === 'id') return edit;
  const isValid = isSortable(model, mainField) || isListed(model, mainField);
  return isValid ? edit : { ...edit, mainField: defaultMainField(model) };
}

function partsOf(metadata: JsonValue | undefined): {
  readonly edit: JsonObject;
  readonly list: JsonObject;
} {
  const { edit, list } = isJsonObject(metadata) ? metadata : {};
  return { edit: isJsonObject(edit) ? edit : {}, list: isJsonObject(list) ? list : {} };
}

function isSortable(model: ShownModel, name: JsonValue): boolean {
  if (typeof name !== 'string' || (model.kind === undefined && name === 'id')) return false;
  const raw = Object.hasOwn(model.attributes, name) ? model.attributes[name] : undefined;
  return raw !== undefined && isColumn(raw);
}

function isListed({ attributes }: ShownModel, name: JsonValue): boolean {
  if (typeof name !== 'string' || !Object.hasOwn(attributes, name)) return false;
  return isListable(attributes[name] ?? {});
}

function itemsOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}
