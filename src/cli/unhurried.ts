// In charge of the database of commands that move all rows: a statement of theirs may take as long as it takes, and
// all of it comes from one server.
import type { Project } from '../project/load.ts';

/** The project, with no limit to a statement and no replicas: these end what is read for long. */
export function unhurried(project: Project): Project {
  const { database } = project.config;
  if (database.client === 'sqlite') return project;
  const { replicas: _, ...primary } = database;
  return {
    ...project,
    config: { ...project.config, database: { ...primary, statementTimeout: 0 } },
  };
}
