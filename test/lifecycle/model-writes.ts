// Create and update in the model: the written row, new localizations, and shared values (docs/strapi/publishing.md;
// D7).
import { changedList, counted, Rejection, resolve, writeLinks } from './model-links.ts';
import { arrive, publishRow } from './model-publication.ts';
import { copyShared, shareValues } from './model-shared.ts';
import type { EntryInput, Operation, PartInput, Target } from './operations.ts';
import { componentRule } from './types.ts';
import {
  emptyHolder,
  emptyRow,
  linksOf,
  nameOf,
  rowsOf,
  ruleOf,
  typeOf,
  type Holder,
  type Part,
  type Row,
  type World,
} from './world.ts';

type Write = Extract<Operation, { readonly kind: 'create' | 'update' }>;

/** Creates or updates: the draft first, which is then published unless only a draft is requested. @throws Rejection */
export function write(world: World, operation: Write): void {
  const type = typeOf(operation.document);
  const locale = type.localized ? operation.locale : null;
  const name = nameOf(operation.document, locale, type.drafts ? 'draft' : 'only');
  if (operation.kind === 'update' && rowsOf(world, operation.document).length === 0) {
    throw new Rejection(`${operation.document} is not there`);
  }
  const known = world.get(name);
  const row = known ?? newRow(world, operation);
  const input = known ? operation.input : withoutSharedNulls(row, operation.input);
  // Targets are looked up before anything is written (docs/strapi/writing.md, "Unknown targets"): a new row is not a
  // target yet.
  assertTargets(world, row, { holder: row, input });
  world.set(name, row);
  if (!known) arrive(world, row);
  writeHolder(world, row, { holder: row, input, isNew: false });
  shareValues(world, row);
  if (type.drafts && operation.status === 'published') {
    publishRow(world, row.name);
  }
}

/**
 * A new localization begins with the values that the document's locales share, which are one value
 * (docs/strapi/differences.md, D7).
 */
function newRow(world: World, { document, locale }: Write): Row {
  const type = typeOf(document);
  const version = type.drafts ? 'draft' : 'only';
  const row = emptyRow(document, type.localized ? locale : null, version);
  const other = rowsOf(world, document).find((each) => each.version === version);
  if (other) copyShared(world, other, row);
  return row;
}

/** In a new localization, a shared null counts as omitted (docs/strapi/publishing.md, "New localizations"). */
function withoutSharedNulls({ type }: Row, { values, links, parts }: EntryInput): EntryInput {
  const isNull = (name: string) =>
    type.scalars.some((each) => each.name === name && each.shared && values[name] === null) ||
    type.parts.some((each) => each.name === name && each.shared && parts[name]?.length === 0);
  const named = <T>(object: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(object).filter(([name]) => !isNull(name)));
  return { values: named(values), links, parts: named(parts) };
}

/** @throws Rejection for a target that does not exist */
function assertTargets(
  world: World,
  row: Row,
  { holder, input }: { readonly holder: Row | Part; readonly input: EntryInput },
): void {
  for (const rule of ruleOf(holder).relations) {
    const change = input.links[rule.name];
    if (!change) continue;
    const named =
      'set' in change ? counted(rule, change.set) : [...change.connect, ...change.disconnect];
    for (const target of named) resolve(world, row, { rule, target });
  }
  for (const part of Object.values(input.parts).flat()) {
    assertTargets(world, row, { holder: newPart(part), input: part });
  }
}

function newPart({ component }: PartInput): Part {
  return { component, ...emptyHolder(componentRule(component)) };
}

/** Values, then links, then components; omitted attributes stay unchanged. @throws Rejection */
function writeHolder(
  world: World,
  row: Row,
  {
    holder,
    input,
    isNew,
  }: { readonly holder: Row | Part; readonly input: EntryInput; readonly isNew: boolean },
): void {
  const rule = ruleOf(holder);
  Object.assign(holder.values, input.values);
  for (const relation of rule.relations) {
    const change = input.links[relation.name];
    if (!change) continue;
    if (holder === row) {
      writeLinks(world, row, { rule: relation, change });
    } else {
      // Components link one way, with the same targets as the row that contains them.
      const rows = (target: Target) => resolve(world, row, { rule: relation, target });
      const current = isNew ? [] : linksOf(holder, relation.name);
      holder.links[relation.name] = changedList(current, change, { rule: relation, rows });
    }
  }
  for (const part of rule.parts) {
    const sent = input.parts[part.name];
    if (sent)
      holder.parts[part.name] = sent.map((each) =>
        writtenPart(world, row, { holder, name: part.name, sent: each }),
      );
  }
}

/**
 * A component that is kept is changed in place, any other is new (docs/strapi/writing.md, "Components" and
 * "Dynamic zones").
 */
function writtenPart(
  world: World,
  row: Row,
  {
    holder,
    name,
    sent,
  }: { readonly holder: Holder; readonly name: string; readonly sent: PartInput },
): Part {
  const kept = sent.keep === null ? undefined : holder.parts[name]?.[sent.keep];
  const part = kept ?? newPart(sent);
  writeHolder(world, row, { holder: part, input: sent, isNew: kept === undefined });
  return part;
}
