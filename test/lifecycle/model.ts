// The model: applies a step to a world.
import { Rejection } from './model-links.ts';
import { deleteRow, discardRow, publishRow, unpublishRow } from './model-publication.ts';
import { write } from './model-writes.ts';
import { LOCALES, type Locales, type Operation } from './operations.ts';
import { copyWorld, inVersion, rowsOf, typeOf, type World } from './world.ts';

/** The state after a step; null if the step is rejected. */
export function play(world: World, operation: Operation): World | null {
  const next = copyWorld(world);
  try {
    step(next, operation);
    return next;
  } catch (error) {
    if (error instanceof Rejection) return null;
    throw error;
  }
}

/** @throws Rejection */
function step(world: World, operation: Operation): void {
  switch (operation.kind) {
    case 'create':
    case 'update':
      return write(world, operation);
    case 'publish':
      return each(named(world, operation), publishRow, world);
    case 'unpublish':
      return each(named(world, operation), unpublishRow, world);
    case 'discardDraft': {
      const drafts = named(world, operation);
      const published = drafts.filter((name) => world.has(inVersion(name, 'published')));
      if (published.length === 0) throw new Rejection('not published');
      return each(published, discardRow, world);
    }
    case 'delete':
      return each(inLocales(world, operation), deleteRow, world);
  }
}

function each(
  names: readonly string[],
  action: (world: World, name: string) => void,
  world: World,
): void {
  for (const name of names) action(world, name);
}

interface Named {
  readonly document: string;
  readonly locale: Locales;
}

/** The drafts that an action applies to. @throws Rejection if there are none (docs/strapi/publishing.md, "Publication") */
function named(world: World, operation: Named): readonly string[] {
  const names = inLocales(world, operation);
  if (names.length === 0) throw new Rejection('not there');
  return names;
}

/**
 * The drafts, or only rows, of a document in these locales; its row if it has no locales (docs/strapi/publishing.md,
 * "The locale parameter").
 */
function inLocales(world: World, { document, locale }: Named): readonly string[] {
  const all = locale === '*' ? LOCALES : typeof locale === 'string' ? [locale] : locale;
  return rowsOf(world, document)
    .filter((row) => row.version !== 'published')
    .filter((row) => !typeOf(document).localized || all.includes(row.locale ?? ''))
    .map(({ name }) => name)
    .toSorted();
}
