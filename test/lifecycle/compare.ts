// Compares a database with the model.
import type { Stored, StoredHolder, StoredPart } from './tables.ts';
import { inVersion, type Entry, type Holder, type Part, type Row, type World } from './world.ts';

/** A line for each difference; none if the database matches the model. */
export function differences(world: World, stored: Stored): readonly string[] {
  const names = new Set([...world.keys(), ...stored.keys()]);
  return [...names].toSorted().flatMap((name) => {
    const expected = world.get(name);
    const actual = stored.get(name);
    if (!expected) return [`${name}: exists`];
    if (!actual) return [`${name}: does not exist`];
    return compareHolders(expected, actual, name);
  });
}

function compareHolders(expected: Holder, actual: StoredHolder, path: string): readonly string[] {
  const lines: string[] = [];
  for (const [name, value] of Object.entries(expected.values)) {
    if (value !== actual.values[name]) {
      lines.push(`${path} ${name}: ${shown(actual.values[name])}, not ${shown(value)}`);
    }
  }
  for (const [name, list] of Object.entries(expected.links)) {
    lines.push(...compareList(list, actual.links[name] ?? [], `${path} ${name}`));
    const targets = list.flatMap(({ to, pending }) => (pending ? [to] : []));
    lines.push(...compareNames(targets, actual.pending[name] ?? [], `${path} ${name}, pending`));
  }
  for (const [name, parts] of Object.entries(expected.parts)) {
    lines.push(...compareParts(parts, actual.parts[name] ?? [], `${path} ${name}`));
  }
  return lines;
}

function compareParts(
  expected: readonly Part[],
  actual: readonly StoredPart[],
  path: string,
): readonly string[] {
  const kinds = (parts: readonly { readonly component: string }[]) =>
    parts.map(({ component }) => component);
  const lines = compareOrder(kinds(expected), kinds(actual), path);
  if (lines.length > 0) return lines;
  return expected.flatMap((part, i) => {
    const other = actual[i];
    return other ? compareHolders(part, other, `${path}.${i}`) : [];
  });
}

/** Compares the links, and the order of those with a specified position. */
function compareList(
  list: readonly Entry[],
  actual: readonly string[],
  path: string,
): readonly string[] {
  if (list.length === 0 && actual.length === 0) return [];
  const expected = list.filter(({ pending }) => !pending);
  const all = expected.map(({ to }) => to);
  const lines = compareNames(all, actual, `${path} has`);
  if (lines.length > 0) return lines;
  const free = new Set(expected.flatMap(({ to, free: isFree }) => (isFree ? [to] : [])));
  const placed = (names: readonly string[]) => together(names.filter((name) => !free.has(name)));
  return compareOrder(placed(all), placed(actual), path);
}

function compareNames(
  expected: readonly string[],
  actual: readonly string[],
  path: string,
): readonly string[] {
  return compareOrder(expected.toSorted(), actual.toSorted(), path);
}

function compareOrder(
  expected: readonly string[],
  actual: readonly string[],
  path: string,
): readonly string[] {
  const isSame =
    expected.length === actual.length && expected.every((each, i) => each === actual[i]);
  return isSame ? [] : [`${path}: ${shown(actual)}, not ${shown(expected)}`];
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing';
}

/** The order of two adjacent versions of a document is not specified, because no reader sees both. */
function together(names: readonly string[]): readonly string[] {
  const list = [...names];
  for (let i = 1; i < list.length; i++) {
    const [before = '', after = ''] = [list[i - 1], list[i]];
    const isPair = inVersion(before, 'draft') === inVersion(after, 'draft');
    if (isPair && before > after) [list[i - 1], list[i]] = [after, before];
  }
  return list;
}

/**
 * Copies unspecified positions from the database to the model, so that the next step starts from the stored order. Lists
 * of published rows change only by publishing, so their positions stay unspecified.
 */
export function adopt(world: World, stored: Stored): void {
  for (const row of world.values()) {
    const actual = stored.get(row.name);
    if (row.version !== 'published' && actual) adoptLists(row, actual);
  }
}

function adoptLists(row: Row, actual: StoredHolder): void {
  for (const [attribute, list] of Object.entries(row.links)) {
    if (!list.some(({ free }) => free)) continue;
    const order = actual.links[attribute] ?? [];
    row.links[attribute] = list
      .map((link) => ({ ...link, free: false }))
      .toSorted((a, b) => order.indexOf(a.to) - order.indexOf(b.to));
  }
}
