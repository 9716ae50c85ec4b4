// Content-types of a large project, in addition to those of `count`.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Number of content-types. */
export const TYPES = 200;

/** Name of a content-type, and its uid. @param {number} number */
export const nameOf = (number) => `kind-${number}`;
/** @param {number} number */
export const uidOf = (number) => `api::${nameOf(number)}.${nameOf(number)}`;

/**
 * Attributes of a content-type.
 * @param {number} number
 * @returns {Record<string, object>}
 */
export function attributesOf(number) {
  const target = uidOf((number + 1) % TYPES);
  return {
    title: { type: 'string', required: true },
    slug: { type: 'uid', targetField: 'title' },
    summary: { type: 'text' },
    body: { type: 'richtext' },
    amount: { type: 'integer' },
    date: { type: 'datetime' },
    state: { type: 'enumeration', enum: ['new', 'open', 'done'] },
    picture: { type: 'media', multiple: false, allowedTypes: ['images'] },
    facts: { type: 'component', component: 'parts.fact', repeatable: true },
    next: { type: 'relation', relation: 'manyToMany', target },
  };
}

/** Writes the schema files of all content-types into a project. @param {string} project */
export function writeTypes(project) {
  for (let number = 0; number < TYPES; number++) {
    const name = nameOf(number);
    write(path.join(project, `src/api/${name}/content-types/${name}/schema.json`), {
      kind: 'collectionType',
      collectionName: `kinds_${number}`,
      info: { singularName: name, pluralName: `kinds-${number}`, displayName: `Kind ${number}` },
      options: { draftAndPublish: false },
      attributes: attributesOf(number),
    });
  }
  write(path.join(project, 'src/components/parts/fact.json'), {
    collectionName: 'components_parts_facts',
    info: { displayName: 'Fact' },
    attributes: { label: { type: 'string' }, value: { type: 'decimal' } },
  });
}

/** @param {string} file @param {object} json */
function write(file, json) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(json, null, 2)}\n`);
}
