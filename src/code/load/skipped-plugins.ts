// Plugins that do not run. Project code configures some of them at startup, so their services exist, without an effect.
import type { PluginModule } from '../strapi/strapi.ts';
import type { Fields } from '../strapi/code-values.ts';

/** The reason why a plugin does not run, and its exports for project code. */
interface SkippedPlugin {
  readonly reason: string;
  readonly module: PluginModule;
}

/** By name. */
export const SKIPPED_PLUGINS: ReadonlyMap<string, SkippedPlugin> = new Map([
  [
    'graphql',
    { reason: 'GraphQL is not served.', module: { services: { extension: graphqlExtension } } },
  ],
  [
    'documentation',
    {
      reason: 'The documentation of Strapi is not served.',
      module: {
        services: { override: () => withoutEffect('registerOverride', 'excludeFromGeneration') },
      },
    },
  ],
]);

function graphqlExtension(): Fields {
  return { ...withoutEffect('use'), shadowCRUD: shadowCrud };
}

function shadowCrud(): Fields {
  const type = withoutEffect(
    'disable',
    'disableQueries',
    'disableMutations',
    'disableAction',
    'disableActions',
  );
  type['field'] = () => withoutEffect('disable', 'disableOutput', 'disableInput', 'disableFilters');
  return type;
}

/** An object with methods that return it. */
function withoutEffect(...names: readonly string[]): Record<string, unknown> {
  const methods: Record<string, unknown> = {};
  for (const name of names) methods[name] = () => methods;
  return methods;
}
