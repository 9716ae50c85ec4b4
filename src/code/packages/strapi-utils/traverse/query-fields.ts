// Traverses fields: names in a list, or separated by commas.
import { curry, type Curried } from '../curry.ts';
import { attributeOf } from '../model.ts';
import { isStringList } from '../values.ts';
import { below, ROOT, runWalk, visit, type Visitor, type Walk, type WalkOptions } from './walk.ts';

/** `traverseQueryFields(visitor, { schema, getModel }, fields)` returns changed fields; a removed one is undefined. */
export const traverseQueryFields: Curried = curry(3, (visitor, options, fields) =>
  runWalk(walkFields(visitor as Visitor, options as WalkOptions, fields)),
);

/** Traverses fields. `*` means all of them and is not visited. */
export function* walkFields(visitor: Visitor, options: WalkOptions, fields: unknown): Walk {
  const names = typeof fields === 'string' && fields.includes(',') ? fields.split(',') : fields;
  if (isStringList(names)) {
    const left: unknown[] = [];
    for (const name of names) left.push(yield* walkFields(visitor, options, name));
    return left;
  }
  if (typeof names !== 'string' || names === '*') return names;
  const { schema, getModel, path = ROOT, parent } = options;
  const key = names.trim();
  const attribute = attributeOf(schema, key);
  const at = below(path, key, attribute);
  let left: string | undefined = key;
  const tools = {
    remove(removed: string) {
      if (removed === key) left = undefined;
    },
    set() {
      // Names have no values.
    },
  };
  const here = { key, value: key, attribute, schema, path: at, data: key, getModel, parent };
  yield* visit(visitor, here, tools);
  return left;
}
