// `strapi.store`: stored settings by type, name and key.
import type { CodeQuery } from '../strapi/database-types.ts';
import type { CodeStore } from '../strapi/strapi.ts';
import type { Fields, Params } from '../strapi/code-values.ts';

/** Creates the store. @param query Queries rows of `strapi::core-store` */
export function createStore(query: () => CodeQuery, defaults: Params = {}): CodeStore {
  const rowOf = (names: Params): Promise<Fields | null> =>
    query().findOne({ where: whereOf({ ...defaults, ...names }) });
  const store = (names: Params = {}): CodeStore => createStore(query, { ...defaults, ...names });
  return Object.assign(store, {
    get: async (names: Params = {}): Promise<unknown> => {
      const row = await rowOf(names);
      return row ? toValue(row) : null;
    },
    set: async (names: Params): Promise<unknown> => {
      const { value } = { ...defaults, ...names };
      const where = whereOf({ ...defaults, ...names });
      const data = { value: toText(value), type: typeof value };
      if (await rowOf(names)) return query().update({ where, data });
      return query().create({ data: { ...where, ...data } });
    },
    delete: (names: Params = {}): Promise<unknown> =>
      query().delete({ where: whereOf({ ...defaults, ...names }) }),
  });
}

/** Settings can be separated by environment and tag. */
function whereOf({ type = 'core', name, key, environment, tag }: Params): Fields {
  const prefix =
    name === undefined || name === '' ? String(type) : `${String(type)}_${String(name)}`;
  return { key: `${prefix}_${String(key)}`, environment: environment ?? null, tag: tag ?? null };
}

function toText(value: unknown): string {
  return typeof value === 'function' ? String(value) : JSON.stringify(value ?? null);
}

function toValue({ value, type }: Fields): unknown {
  const text = String(value);
  try {
    return type === 'number' ? Number(text) : JSON.parse(text);
  } catch {
    // Other programs may have stored plain text.
    return text;
  }
}
