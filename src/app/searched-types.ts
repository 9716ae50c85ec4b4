// Content-types whose searches use an index (`config/quoin`, `search.index`).
import type { Project } from '../project/load.ts';
import { ProjectError } from '../project/project-error.ts';
import { allDefinitions } from './definitions.ts';

/** Returns their uids. @throws ProjectError for a uid that is not a content-type */
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
