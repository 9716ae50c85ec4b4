// Shared values in the model: one value for all locales (docs/strapi/differences.md, D7).
import { copyPart, entry, nameOf, rowsOf, type Entry, type Row, type World } from './world.ts';

/**
 * Copies the shared values of a row to the rows of the same version in other locales (docs/strapi/differences.md, D7).
 */
export function shareValues(world: World, row: Row): void {
  for (const other of rowsOf(world, row.document)) {
    if (other !== row && other.version === row.version) copyShared(world, row, other);
  }
}

/**
 * Copies the shared values of one row to another. Links to localized documents refer to the row in the locale of the
 * copy (docs/strapi/publishing.md, "Shared values").
 */
export function copyShared(world: World, from: Row, to: Row): void {
  for (const { name, shared } of from.type.scalars) {
    if (shared) to.values[name] = from.values[name] ?? null;
  }
  const inLocale = (link: Entry): Entry => {
    const [document = '', locale] = link.to.split(' ');
    if (locale === '-') return { ...link };
    const target = nameOf(document, to.locale, to.version);
    return entry(target, { free: link.free, pending: !world.has(target) });
  };
  for (const { name, shared } of from.type.parts) {
    if (shared) to.parts[name] = (from.parts[name] ?? []).map((part) => copyPart(part, inLocale));
  }
}
