// Types that a caller may read, and the paths to them.
import type { TestApp } from '../support/app.ts';
import { FILE, ROLE, USER } from '../../src/schema/built-in/uids.ts';
import type { ContentType } from '../../src/schema/types.ts';
import { Random } from './random.ts';

/** Types with routes, and users, files and roles. */
export function typesOf({ store }: TestApp): readonly ContentType[] {
  return [...store.registry.contentTypes.values()].filter(
    ({ origin, uid }) => origin === 'api' || [USER, FILE, ROLE].includes(uid),
  );
}

/** Some of them, others for another seed: at least one that has a route. */
export function chosen(types: readonly ContentType[], seed: number): readonly ContentType[] {
  const random = new Random(seed);
  const some = types.filter(() => random.chance(0.5));
  return some.some(({ origin }) => origin === 'api') ? some : types.slice(0, 2);
}

/** The actions that read types. */
export function readActions(types: readonly ContentType[]): readonly string[] {
  return types.flatMap(({ uid }) => [`${uid}.find`, `${uid}.findOne`, ...(MORE.get(uid) ?? [])]);
}

const MORE: ReadonlyMap<string, readonly string[]> = new Map([
  [FILE, ['find', 'findOne', 'findPage'].map((name) => `plugin::upload.content-api.${name}`)],
  [USER, [`${USER}.me`, `${USER}.count`]],
]);

/** The actions that write types of the project. */
export function writeActions(types: readonly ContentType[]): readonly string[] {
  return types
    .filter(({ origin }) => origin === 'api')
    .flatMap(({ uid }) => ['create', 'update', 'delete'].map((action) => `${uid}.${action}`));
}

/** The paths that read a type, `:id` where an id goes. */
export function pathsOf(type: ContentType): readonly string[] {
  if (type.uid === USER) {
    return ['/api/users', '/api/users/:id', '/api/users/me', '/api/users/count'];
  }
  if (type.uid === FILE) {
    return ['/api/upload/files', '/api/upload/files/page', '/api/upload/files/:id'];
  }
  if (type.origin !== 'api') return [];
  if (type.kind === 'singleType') return [`/api/${type.singularName}`];
  const list = `/api/${type.pluralName}`;
  return [list, list, `${list}/:id`];
}

/** True if `:id` is a row id. */
export function isReadByRow({ uid }: ContentType): boolean {
  return uid === USER || uid === FILE;
}
