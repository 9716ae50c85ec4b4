// Types for tests of writes: nested components, bounded lists, required and unique attributes.
import type { Registry } from '../../src/schema/registry.ts';
import { definition, kitchenRegistry } from './vendored-projects.ts';

const leaf = { component: 'stone.leaf' };

/** Project kitchen and the types rock (no drafts) and gem (drafts), which have components of stone. */
export function stoneRegistry(): Registry {
  return kitchenRegistry([
    definition('stone.leaf', {
      collectionName: 'leaves',
      attributes: {
        name: { type: 'string', required: true },
        code: { type: 'string', unique: true },
        n: { type: 'integer', default: 3 },
        day: { type: 'date' },
      },
    }),
    definition('stone.branch', {
      collectionName: 'branches',
      attributes: {
        title: { type: 'string', default: 'tt' },
        leaf: { type: 'component', repeatable: false, required: true, ...leaf },
        leaves: { type: 'component', repeatable: true, min: 2, max: 3, ...leaf },
      },
    }),
    definition('stone.self', {
      collectionName: 'selves',
      attributes: { selves: { type: 'component', repeatable: true, component: 'stone.self' } },
    }),
    definition('api::rock.rock', {
      kind: 'collectionType',
      collectionName: 'rocks',
      info: { singularName: 'rock', pluralName: 'rocks', displayName: 'Rock' },
      options: { draftAndPublish: false },
      attributes: {
        one: { type: 'component', repeatable: false, ...leaf },
        branch: { type: 'component', repeatable: false, component: 'stone.branch' },
        listed: { type: 'component', repeatable: true, ...leaf },
        zone: { type: 'dynamiczone', components: ['stone.leaf', 'stone.branch'] },
        selves: { type: 'component', repeatable: true, component: 'stone.self' },
        items: { type: 'relation', relation: 'morphToMany' },
        day: { type: 'date' },
      },
    }),
    definition('api::gem.gem', {
      kind: 'collectionType',
      collectionName: 'gems',
      info: { singularName: 'gem', pluralName: 'gems', displayName: 'Gem' },
      options: { draftAndPublish: true },
      attributes: {
        must: { type: 'component', repeatable: false, required: true, ...leaf },
        some: { type: 'component', repeatable: true, required: true, min: 2, max: 3, ...leaf },
        any: { type: 'component', repeatable: true, required: true, ...leaf },
        area: { type: 'dynamiczone', components: ['stone.leaf'], required: true, min: 1, max: 2 },
      },
    }),
  ]);
}
