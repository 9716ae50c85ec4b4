// Checks settings that are otherwise first read when a server is built, for `quoin check`.
import type { Project } from '../project/load.ts';
import { passwordRuleOf } from './routes/account-routes.ts';
import { headersOf } from './project.ts';
import { ProjectError, type ProjectIssue } from '../project/project-error.ts';
import { refreshCookie } from './routes/refresh-cookie.ts';
import { callbackRule } from './routes/provider-routes.ts';
import { searchedTypes } from './content-model.ts';
import { createUserTokens } from './accounts/user-tokens.ts';

/**
 * Checks the settings of headers, search, tokens, cookies and passwords.
 * @throws ProjectError that lists all invalid settings
 */
export function assertSettings(project: Project): void {
  const { usersPermissions } = project.config.plugins;
  const issues = [
    () => headersOf(project),
    () => searchedTypes(project),
    () => createUserTokens(project.config),
    () => refreshCookie(project.config),
    () => callbackRule(usersPermissions),
    () => passwordRuleOf(usersPermissions),
  ].flatMap(issuesOf);
  if (issues.length > 0) throw new ProjectError(issues);
}

function issuesOf(build: () => unknown): readonly ProjectIssue[] {
  try {
    build();
    return [];
  } catch (error) {
    if (error instanceof ProjectError) return error.issues;
    throw error;
  }
}
