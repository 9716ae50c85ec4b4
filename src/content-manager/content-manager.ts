// The content-manager: what administrators see of entries and do with them (docs/strapi/content-manager.md).
import { Clones } from './clones.ts';
import { DraftRelations } from './draft-relations.ts';
import { Entries } from './entries.ts';
import { EntryActions } from './entry-actions.ts';
import { EntrySets } from './entry-sets.ts';
import { EntryWrites } from './entry-writes.ts';
import { HomeDocuments } from './home-documents.ts';
import { LocaleFill } from './locale-fill.ts';
import { MainFields } from './main-fields.ts';
import type { ContentManagerParts } from './parts.ts';
import { Relations } from './relations.ts';
import { SharedValues } from './shared-values.ts';
import { SingleEntries, type NamedEntries } from './single-entries.ts';
import { Uids } from './uids.ts';
import { Configurations } from './views/configurations.ts';
import { Views } from './views/views.ts';
import { WriteRequests } from './write-requests.ts';

/** The services of the content-manager. */
export interface ContentManager extends NamedEntries {
  readonly clones: Clones;
  readonly sets: EntrySets;
  readonly singles: SingleEntries;
  readonly views: Views;
  readonly configurations: Configurations;
  readonly relations: Relations;
  readonly uids: Uids;
  readonly home: HomeDocuments;
  readonly sharedValues: SharedValues;
  readonly localeFill: LocaleFill;
}

/** Creates the services of the content-manager. */
export function createContentManager(parts: ContentManagerParts): ContentManager {
  const requests = new WriteRequests(parts);
  const named = {
    entries: new Entries(parts),
    writes: new EntryWrites(requests, parts.writer),
    actions: new EntryActions(requests, parts),
    draftRelations: new DraftRelations(parts),
  };
  const { context, database, definitions } = parts;
  const views = new Views(definitions());
  const configurations = new Configurations({ context, database, models: views.models });
  const mainFields = new MainFields(configurations);
  return {
    ...named,
    clones: new Clones(parts, requests, named.writes),
    sets: new EntrySets(requests, parts),
    singles: new SingleEntries(parts, named),
    views,
    configurations,
    relations: new Relations(parts, mainFields),
    uids: new Uids(parts),
    home: new HomeDocuments(parts, mainFields),
    sharedValues: new SharedValues(parts),
    localeFill: new LocaleFill(parts, mainFields),
  };
}
