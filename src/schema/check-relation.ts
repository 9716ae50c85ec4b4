// Checks relations: their targets, and whether both sides of a bidirectional relation agree on the owner
// (docs/strapi/storage.md, "Relations").
import type { DefinitionIndex, ReportProblem } from './check-report.ts';
import { isRecord, toRecord, toText, valueAt, type RawRecord } from './raw.ts';
import { isMorphOwner, type RelationSide, type RelationSides } from './relation-sides.ts';
import type { RawDefinition } from './types.ts';

interface Relation {
  readonly name: string;
  readonly raw: RawRecord;
  readonly owner: RawDefinition;
  readonly index: DefinitionIndex;
  readonly sides: RelationSides;
}

/** A bidirectional relation seen from one side. */
interface Inverse {
  /** Key that names the other side. */
  readonly key: 'inversedBy' | 'mappedBy';
  readonly name: string;
  readonly target: RawDefinition;
}

/** Kind of the other side, by kind of relation. */
const OPPOSITE: Readonly<Record<string, string>> = {
  oneToOne: 'oneToOne',
  oneToMany: 'manyToOne',
  manyToOne: 'oneToMany',
  manyToMany: 'manyToMany',
};
const MORPH_OWNERS = ['morphToOne', 'morphToMany'];
const MORPH_INVERSES = ['morphOne', 'morphMany'];
/** Effect of an attribute without links on requests. */
const NO_LINKS = 'Until then it has no links: responses omit it, and writes to it are ignored.';
const KINDS = [...Object.keys(OPPOSITE), ...MORPH_OWNERS, ...MORPH_INVERSES];

/** Reports errors of a relation attribute. */
export function checkRelation(relation: Relation, report: ReportProblem): void {
  const kind = toText(relation.raw['relation']);
  if (!kind || !KINDS.includes(kind)) {
    const found = kind ? `There is no relation "${kind}".` : 'A relation needs a kind.';
    return report('relation', `${found} Use one of ${KINDS.join(', ')}.`);
  }
  if (MORPH_OWNERS.includes(kind)) return;
  const target = findTarget(relation, report);
  if (!target) return;
  if (MORPH_INVERSES.includes(kind)) return checkMorphInverse(relation, target, report);
  const inverse = findInverse(relation, target, report);
  if (inverse) checkInverse(relation, inverse, report);
}

function findTarget({ raw, index }: Relation, report: ReportProblem): RawDefinition | undefined {
  const uid = toText(raw['target']);
  const target = uid === undefined ? undefined : index.get(uid);
  if (target?.modelType === 'contentType') return target;
  if (!uid) report('target', 'A relation needs a target, such as "api::author.author".');
  else if (target)
    report('target', `"${uid}" is a component. A relation points to a content-type.`);
  else
    report('target', `There is no content-type "${uid}". Name one that exists, or add its schema.`);
  return undefined;
}

function checkMorphInverse({ raw }: Relation, target: RawDefinition, report: ReportProblem): void {
  const name = toText(raw['morphBy']);
  const other = name && attributeOf(target, name);
  if (isMorphOwner(other)) return;
  if (!name) {
    const message = `Set this to the morphToOne or morphToMany attribute of ${target.uid} that is its other side.`;
    return report('morphBy', `${message} ${NO_LINKS}`, 'warning');
  }
  const message = `${target.uid} has no polymorphic relation "${name}". Name one of its morphToOne or morphToMany attributes.`;
  if (other === undefined) report('morphBy', message);
  else report('morphBy', `${message} ${NO_LINKS}`, 'warning');
}

function findInverse(
  { raw, name }: Relation,
  target: RawDefinition,
  report: ReportProblem,
): Inverse | undefined {
  const inversedBy = toText(raw['inversedBy']);
  const mappedBy = toText(raw['mappedBy']);
  // In a one-to-many pair, the many side owns the links.
  if (inversedBy && raw['relation'] === 'oneToMany') {
    report(
      'inversedBy',
      `Use "mappedBy" here, and "inversedBy": "${name}" on ${target.uid}.${inversedBy}.`,
    );
    return undefined;
  }
  if (mappedBy && !inversedBy && raw['relation'] === 'manyToOne') {
    report(
      'mappedBy',
      `Use "inversedBy" here, and "mappedBy": "${name}" on ${target.uid}.${mappedBy}.`,
    );
    return undefined;
  }
  if (inversedBy && mappedBy) {
    report(
      'mappedBy',
      'A side has "inversedBy" (it owns the links) or "mappedBy", not both. Remove one. Until then "inversedBy" is used.',
      'warning',
    );
  }
  if (inversedBy) return { key: 'inversedBy', name: inversedBy, target };
  if (mappedBy) return { key: 'mappedBy', name: mappedBy, target };
  if (raw['mappedBy'] !== undefined) {
    const message = `"mappedBy" is not an attribute name. Use an attribute of ${target.uid}, or remove it.`;
    report('mappedBy', `${message} ${NO_LINKS}`, 'warning');
  }
  return undefined;
}

function checkInverse(relation: Relation, inverse: Inverse, report: ReportProblem): void {
  const { name, raw, owner } = relation;
  const { key, target } = inverse;
  const back = key === 'inversedBy' ? 'mappedBy' : 'inversedBy';
  const kind = OPPOSITE[toText(raw['relation']) ?? ''] ?? '';
  const expected = `{ "type": "relation", "relation": "${kind}", "target": "${owner.uid}", "${back}": "${name}" }`;
  const location = `${target.uid} (${target.file})`;
  const other = attributeOf(target, inverse.name);
  // Without the other side, the layout of a shared join table is unknown.
  const isError = key === 'inversedBy' && valueAt(other, 'type') !== 'relation';
  const note = (path: string, message: string): void =>
    isError ? report(path, message) : report(path, `${message} ${effect(relation)}`, 'warning');
  if (!isRecord(other)) {
    return note(key, `${location} has no attribute "${inverse.name}". Add it: ${expected}.`);
  }
  if (other['type'] !== 'relation') {
    const message = `"${inverse.name}" of ${location} is not a relation. Use a relation, or change it to ${expected}.`;
    return note(key, message);
  }
  if (other['target'] !== owner.uid) {
    return note(
      key,
      `"${inverse.name}" of ${location} points to ${String(other['target'])}, not back to ${owner.uid}.`,
    );
  }
  if (other['relation'] !== kind) {
    return note(
      'relation',
      `This is ${String(raw['relation'])}, so "${inverse.name}" of ${location} must be ${kind}, and is ${String(other['relation'])}.`,
    );
  }
  if (other[back] === name) return;
  note(
    key,
    other[key] === name
      ? `Both sides say "${key}". Change one of them to "${back}": the side with "inversedBy" keeps the links.`
      : `"${inverse.name}" of ${location} does not point back. Add "${back}": "${name}" location, or remove "${key}" here.`,
  );
}

/** Effect of a side that does not match the other one. */
function effect({ sides, owner, name }: Relation): string {
  const side = sides.of(owner.uid, name);
  return EFFECTS[side.kind];
}

const EFFECTS: Readonly<Record<RelationSide['kind'], string>> = {
  owner: 'Until then this side keeps links of its own.',
  inverse: 'Until then this side shows the links of the other one.',
  unlinked: NO_LINKS,
};

function attributeOf(target: RawDefinition, name: string): unknown {
  const attributes = toRecord(toRecord(target.json)['attributes']);
  return Object.hasOwn(attributes, name) ? attributes[name] : undefined;
}
