// Resolves actions named on the command line, by full or short names.
import { CommandError } from '../command-error.ts';
import { nearest } from '../../base/nearest.ts';

/**
 * Returns the actions for names, without duplicates: `api::article.article.find`, `article.find` if it is
 * unambiguous, or all of a controller with `*` at the end.
 * @param known Full names
 * @throws CommandError that lists all unknown names
 */
export function resolveActions(
  names: readonly string[],
  known: readonly string[],
): readonly string[] {
  const found = names.map((name) => ({ name, actions: actionsOf(name, known) }));
  const unknown = found.filter(({ actions }) => actions.length === 0);
  if (unknown.length === 0) return [...new Set(found.flatMap(({ actions }) => actions))];
  const lines = unknown.map(({ name }) => {
    const suggestion = nearest(name, name.includes('::') ? known : known.map(shortOf));
    return `There is no action "${name}".${suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`}`;
  });
  throw new CommandError([...lines, 'List all actions with: quoin role actions'].join('\n'));
}

function actionsOf(name: string, known: readonly string[]): readonly string[] {
  if (known.includes(name)) return [name];
  const isAll = name.endsWith('.*');
  const start = isAll ? name.slice(0, -1) : name;
  const found = known.filter((action) => {
    const names = name.includes('::') ? [action] : [shortOf(action), pluginName(action)];
    return names.some((name) =>
      isAll ? name.startsWith(start) && !name.slice(start.length).includes('.') : name === start,
    );
  });
  if (isAll || found.length <= 1) return found;
  throw new CommandError(`"${name}" is ambiguous: ${found.join(' or ')}. Use the full name.`);
}

/** `article.find` of `api::article.article.find`. */
function shortOf(action: string): string {
  return action.slice(action.indexOf('.') + 1);
}

/** `article.article.find` of the same. */
function pluginName(action: string): string {
  return action.slice(action.indexOf('::') + 2);
}
