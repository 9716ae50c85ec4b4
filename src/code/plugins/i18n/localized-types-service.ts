// Service `content-types`: which types and attributes are localized.
import { stringOf } from '../../../base/json.ts';
import { getVisibleAttributes } from '../../packages/strapi-utils/content-types.ts';
import { ApplicationError } from '../../packages/strapi-utils/errors.ts';
import { attributeOf, type Model, type ModelAttribute } from '../../packages/strapi-utils/model.ts';
import {
  cloneDeep,
  isNil,
  isRecord,
  ownValue,
  setOwnValue,
  valueAt,
} from '../../packages/strapi-utils/values.ts';
import type { Service, Strapi } from '../../strapi/strapi.ts';
import type { Callable } from '../../strapi/code-values.ts';

export function localizedTypesService({ strapi }: { readonly strapi: Strapi }): Service {
  const localesOf = (name: string): unknown => {
    const found: unknown = strapi.plugin('i18n')?.service('locales')?.[name];
    return found;
  };
  const names = (model: Model, isLocalized: boolean): string[] =>
    getVisibleAttributes(model).filter(
      (name) => isLocalizedAttribute(model.attributes[name]) === isLocalized,
    );
  const shared = (model: Model, entry: Record<string, unknown>): Record<string, unknown> => {
    const selected = names(model, false).filter((name) => Object.hasOwn(entry, name));
    const values = Object.fromEntries(selected.map((name) => [name, entry[name]]));
    return withoutIds(strapi, model, cloneDeep(values));
  };
  return {
    isLocalizedContentType: hasLocalizedOption,
    /** The requested locale, or the default one. @throws ApplicationError if it does not exist */
    async getValidLocale(locale?: string | null): Promise<unknown> {
      if (locale === undefined || locale === null) return call(localesOf('getDefaultLocale'));
      if (!(await call(localesOf('findByCode'), locale))) {
        throw new ApplicationError('Locale not found');
      }
      return locale;
    },
    getLocalizedAttributes: (model: Model) => names(model, true),
    getNonLocalizedAttributes: (model: Model) => names(model, false),
    copyNonLocalizedAttributes: shared,
    /** Adds missing values that all locales share. */
    fillNonLocalizedAttributes(
      entry: Record<string, unknown>,
      other: Record<string, unknown> | null,
      { model }: { readonly model: string },
    ): void {
      const found = strapi.getModel(model) as Model | undefined;
      if (!other || !found) return;
      for (const [name, value] of Object.entries(shared(found, other))) {
        if (isNil(ownValue(entry, name))) setOwnValue(entry, name, value);
      }
    },
  };
}

function hasLocalizedOption(value: unknown): boolean {
  return valueAt(value, 'pluginOptions.i18n.localized') === true;
}

function isLocalizedAttribute(attribute: ModelAttribute | undefined): boolean {
  return hasLocalizedOption(attribute) || ['relation', 'uid'].includes(attribute?.type ?? '');
}

/** Components get new ids in another locale. */
function withoutIds(
  strapi: Strapi,
  model: Model | undefined,
  entry: Record<string, unknown>,
): Record<string, unknown> {
  const inner = (uid: unknown, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((item) => inner(uid, item));
    if (!isRecord(value)) return value;
    const found = ownValue(strapi.components, stringOf(uid ?? value['__component']));
    return withoutIds(strapi, found, value);
  };
  const remaining = Object.entries(entry).filter(([name]) => name !== 'id');
  return Object.fromEntries(
    remaining.map(([name, value]) => {
      const { type, component } = attributeOf(model, name) ?? {};
      const isComponent = type === 'component' || type === 'dynamiczone';
      return [name, isComponent ? inner(component, value) : value];
    }),
  );
}

function call(found: unknown, ...args: readonly unknown[]): unknown {
  return typeof found === 'function' ? Reflect.apply(found as Callable, null, args) : undefined;
}
