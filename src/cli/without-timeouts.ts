// Database settings for commands that process all rows: no timeouts and no replicas.
import type { Project } from '../project/load.ts';

/** Returns the project without statement timeouts and replicas, which cancel long reads. */
export function withoutTimeouts(project: Project): Project {
  const { database } = project.config;
  if (database.client === 'sqlite') return project;
  const { replicas: _, ...primary } = database;
  return {
    ...project,
    config: { ...project.config, database: { ...primary, statementTimeout: 0 } },
  };
}
