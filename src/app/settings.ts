// In charge of settings that only count when a server is built: whoever asks before that is told of what is wrong with
// them, as `quoin check` does.
import type { Project } from '../project/load.ts';
import { passwordRuleOf } from './accounts-area.ts';
import { headersOf } from './project.ts';
import { callbackRule, configuredProviders } from './provider-config.ts';
import { createUserTokens } from './user-tokens.ts';

/** Looks at the settings of headers, tokens, providers and passwords. @throws ProjectError for what cannot be met */
export function assertSettings(project: Project): void {
  const { usersPermissions } = project.config.plugins;
  headersOf(project);
  createUserTokens(project.config);
  configuredProviders(usersPermissions);
  callbackRule(usersPermissions);
  passwordRuleOf(usersPermissions);
}
