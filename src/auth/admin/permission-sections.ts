// The actions that roles can be granted, grouped for a form (docs/strapi/administration.md, "Roles and permissions").
import type { JsonObject } from '../../base/json.ts';
import type { ContentType, Model } from '../../schema/types.ts';
import { isManaged } from './default-role-permissions.ts';
import { type ManagedTypes } from './managed-types.ts';
import { managedTypes } from './managed-types.ts';
import type { ContentAction, PermissionAction, PlainAction } from './permission-action.ts';
import { actionsOf } from './permission-actions.ts';

/** A locale that permissions can be limited to. */
export interface SectionLocale {
  readonly code: string;
  readonly name: string | null;
  readonly isDefault: boolean;
}

/** Returns the sections. @param locales All locales */
export function permissionSections(
  types: ManagedTypes,
  locales: readonly SectionLocale[],
): JsonObject {
  const managed = managedTypes(types);
  const all = actionsOf(types);
  const actions = all
    .filter((action): action is ContentAction => action.section === 'contentTypes')
    .map(({ id, displayName, properties, subjects }) => ({
      label: displayName,
      actionId: id,
      subjects: subjects ?? managed.map(({ uid }) => uid),
      applyToProperties: properties,
    }));
  const ofKind = (kind: ContentType['kind']): JsonObject => ({
    subjects: managed
      .filter((type) => type.kind === kind)
      .map((type) => subjectOf(type, { types, locales })),
    actions,
  });
  return {
    plugins: plainOf(all, 'plugins').map(({ id, displayName, group, subCategory }) => ({
      displayName,
      plugin: group,
      subCategory,
      action: id,
    })),
    settings: plainOf(all, 'settings').map(({ id, displayName, group, subCategory }) => ({
      displayName,
      category: group,
      subCategory,
      action: id,
    })),
    collectionTypes: ofKind('collectionType'),
    singleTypes: ofKind('singleType'),
  };
}

function plainOf(
  actions: readonly PermissionAction[],
  section: PlainAction['section'],
): readonly PlainAction[] {
  return actions.filter((action): action is PlainAction => action.section === section);
}

interface SectionDependencies {
  readonly types: ManagedTypes;
  readonly locales: readonly SectionLocale[];
}

function subjectOf(type: ContentType, { types, locales }: SectionDependencies): JsonObject {
  const fields = { label: 'Fields', value: 'fields', children: fieldTree(types, type, []) };
  const codes = locales.map(({ code, name, isDefault }) => ({
    label: name ?? code,
    value: code,
    ...(isDefault ? { isDefault } : {}),
  }));
  const inLocales = { label: 'Locales', value: 'locales', children: codes };
  return {
    uid: type.uid,
    label: type.singularName,
    properties: type.localized ? [fields, inLocales] : [fields],
  };
}

/** Attributes of a model; those of components are nested. */
function fieldTree(
  types: ManagedTypes,
  model: Model,
  above: readonly Model[],
): readonly JsonObject[] {
  return [...model.attributes.values()].filter(isManaged).map((attribute) => {
    const { name, raw } = attribute;
    const field = {
      label: name,
      value: name,
      ...(raw['required'] === true ? { required: true } : {}),
    };
    if (attribute.kind !== 'component') return field;
    const component = types.registry.model(attribute.component);
    if (component === model || above.includes(component)) return field;
    return { ...field, children: fieldTree(types, component, [...above, model]) };
  });
}
