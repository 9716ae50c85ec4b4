// In charge of the actions that somebody names on the command line: by their full names, or shorter ones.
import { CommandError } from './command-error.ts';
import { nearest } from '../base/nearest.ts';

/**
 * The actions that words stand for, each once: `api::article.article.find`, `article.find` where only one action ends so,
 * and with `*` at the end all of a controller.
 * @param known Full names
 * @throws CommandError that names every word that stands for none
 */
export function actionsNamed(
  words: readonly string[],
  known: readonly string[],
): readonly string[] {
  const found = words.map((word) => ({ word, actions: actionsOf(word, known) }));
  const unknown = found.filter(({ actions }) => actions.length === 0);
  if (unknown.length === 0) return [...new Set(found.flatMap(({ actions }) => actions))];
  const lines = unknown.map(({ word }) => {
    const meant = nearest(word, word.includes('::') ? known : known.map(shortOf));
    return `There is no action "${word}".${meant === undefined ? '' : ` Did you mean "${meant}"?`}`;
  });
  throw new CommandError([...lines, 'List all actions with: quoin role actions'].join('\n'));
}

function actionsOf(word: string, known: readonly string[]): readonly string[] {
  if (known.includes(word)) return [word];
  const isAll = word.endsWith('.*');
  const start = isAll ? word.slice(0, -1) : word;
  const found = known.filter((action) => {
    const names = word.includes('::') ? [action] : [shortOf(action), pluginName(action)];
    return names.some((name) =>
      isAll ? name.startsWith(start) && !name.slice(start.length).includes('.') : name === start,
    );
  });
  if (isAll || found.length <= 1) return found;
  throw new CommandError(`"${word}" is ambiguous: ${found.join(' or ')}. Use the full name.`);
}

/** `article.find` of `api::article.article.find`. */
function shortOf(action: string): string {
  return action.slice(action.indexOf('.') + 1);
}

/** `article.article.find` of the same. */
function pluginName(action: string): string {
  return action.slice(action.indexOf('::') + 2);
}
