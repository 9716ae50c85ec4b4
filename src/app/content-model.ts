// Derives the content model of a project and its database layout.
import type { Project } from '../project/load.ts';
import { builtInDefinitions } from '../schema/built-in/definitions.ts';
import { defineRegistry } from '../schema/define.ts';
import type { Registry } from '../schema/registry.ts';
import { createLayout, type Layout } from '../storage/layout/layout.ts';
import type { FileOf } from '../storage/migration/storage-error.ts';

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
