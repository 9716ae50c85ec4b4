// Derives the content model of a project: its definitions, registry, database layout and searched types.
import type { Project } from '../project/load.ts';
import { ProjectError } from '../project/project-error.ts';
import { builtInDefinitions } from '../schema/built-in/definitions.ts';
import { defineRegistry } from '../schema/define.ts';
import type { Registry } from '../schema/registry.ts';
import type { RawDefinition } from '../schema/types.ts';
import { createLayout, type Layout } from '../storage/layout/layout.ts';
import type { FileOf } from '../storage/migration/storage-issues.ts';

/** A content model with its database layout. */
export interface ContentModel {
  readonly registry: Registry;
  readonly layout: Layout;
}

/** Cached models: a change needs the model of the next project twice. */
const models = new WeakMap<Project['definitions'], ContentModel>();

/** Returns the content model of a project. @throws StorageError if names collide */
export function modelOf(project: Pick<Project, 'definitions'>): ContentModel {
  const cached = models.get(project.definitions);
  if (cached) return cached;
  const registry = defineRegistry([...builtInDefinitions, ...project.definitions]);
  const model = { registry, layout: createLayout(registry, filesOf(project)) };
  models.set(project.definitions, model);
  return model;
}

/** Finds the schema file of a uid. */
export function filesOf({ definitions }: Pick<Project, 'definitions'>): FileOf {
  const files = new Map(definitions.map(({ uid, file }) => [uid, file]));
  return (uid) => files.get(uid);
}

/** All definitions in Strapi's order: types of plugins including extended ones, the project's own, those of administrators. */
export function allDefinitions({
  definitions,
}: Pick<Project, 'definitions'>): readonly RawDefinition[] {
  const own = new Map(definitions.map((each) => [each.uid, each]));
  const builtIn = builtInDefinitions.map((each) => own.get(each.uid) ?? each);
  const known = new Set(builtIn);
  const isAdmin = ({ origin }: RawDefinition): boolean => origin === 'admin';
  return [
    ...builtIn.filter((each) => !isAdmin(each)),
    ...definitions.filter((each) => !known.has(each)),
    ...builtIn.filter(isAdmin),
  ];
}

/**
 * Uids of the content-types whose searches use an index (`config/quoin`, `search.index`).
 * @throws ProjectError for a uid that is not a content-type
 */
export function searchedTypes(project: Pick<Project, 'config' | 'definitions'>): readonly string[] {
  const { index } = project.config.quoin.search;
  const types = allDefinitions(project).filter(({ modelType }) => modelType === 'contentType');
  if (index === true) return types.flatMap(({ uid, origin }) => (origin === 'api' ? [uid] : []));
  const unknown = index.filter((name) => !types.some(({ uid }) => uid === name));
  if (unknown.length === 0) return [...new Set(index)];
  throw new ProjectError(
    unknown.map((name) => ({
      file: 'config/quoin',
      path: 'search.index',
      message: `Unknown content-type ${name}. Use its uid, such as api::article.article.`,
    })),
  );
}
