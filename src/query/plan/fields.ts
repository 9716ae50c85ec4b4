// Plans `fields` (docs/strapi/reading.md, "Selecting fields").
import type { Model } from '../../schema/types.ts';
import type { FieldNames } from '../params.ts';
import type { ParamName } from './context.ts';
import { invalidQueryKey, idColumn, isHidden, visibleScalars } from './names.ts';

/** Looks up the names in `fields`. Ids are left out, since every response has them. @throws ValidationError */
export function planFields(model: Model, names: FieldNames, param: ParamName): readonly string[] {
  if (names === 'all') return visibleScalars(model).map((attribute) => attribute.name);
  const fields = new Set<string>();
  for (const name of names) {
    if (name === '*' || idColumn(model, name)) continue;
    const attribute = model.attributes.get(name);
    if (!attribute) throw invalidQueryKey(name, null, param);
    if (attribute.kind !== 'scalar' || isHidden(attribute))
      throw invalidQueryKey(name, name, param);
    fields.add(name);
  }
  return names.includes('*') ? planFields(model, 'all', param) : [...fields];
}
