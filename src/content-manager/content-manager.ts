// Content-manager: services with which administrators read and write entries (docs/strapi/content-manager.md).
import { Clones } from './clones.ts';
import { DraftRelations } from './draft-relations.ts';
import { Entries } from './entries.ts';
import { EntryActions } from './entry-actions.ts';
import { EntrySearch } from './entry-search.ts';
import { EntrySets } from './entry-sets.ts';
import { EntryWrites } from './entry-writes.ts';
import { HomeDocuments } from './home-documents.ts';
import { LocaleFill } from './locale-fill.ts';
import { MainFields } from './main-fields.ts';
import type { ContentManagerDependencies } from './dependencies.ts';
import { Relations } from './relations.ts';
import { SharedValues } from './shared-values-request.ts';
import { SingleEntries, type DocumentServices } from './single-entries.ts';
import { Presence } from './presence.ts';
import { Previews } from './previews.ts';
import { Uids } from './uids.ts';
import { UserEntries } from './user-entries.ts';
import { Configurations } from './views/configurations.ts';
import { SavedViews } from './views/saved-views.ts';
import { Views } from './views/views.ts';
import { WriteRequests } from './write-requests.ts';

/** The services of the content-manager. */
export interface ContentManager extends DocumentServices {
  readonly clones: Clones;
  readonly sets: EntrySets;
  readonly users: UserEntries;
  readonly singles: SingleEntries;
  readonly views: Views;
  readonly configurations: Configurations;
  readonly savedViews: SavedViews;
  readonly relations: Relations;
  readonly uids: Uids;
  readonly previews: Previews;
  readonly home: HomeDocuments;
  readonly search: EntrySearch;
  readonly presence: Presence;
  readonly sharedValues: SharedValues;
  readonly localeFill: LocaleFill;
}

export function createContentManager(dependencies: ContentManagerDependencies): ContentManager {
  const requests = new WriteRequests(dependencies);
  const named = {
    entries: new Entries(dependencies),
    writes: new EntryWrites(requests, dependencies.writer),
    actions: new EntryActions(requests, dependencies),
    draftRelations: new DraftRelations(dependencies),
  };
  const { context, database, definitions } = dependencies;
  const views = new Views(definitions());
  const configurations = new Configurations({ context, database, models: views.models });
  const mainFields = new MainFields(configurations);
  return {
    ...named,
    clones: new Clones(dependencies, requests, named.writes),
    sets: new EntrySets(requests, dependencies),
    users: new UserEntries(dependencies, requests, named.writes),
    singles: new SingleEntries(dependencies, named),
    views,
    configurations,
    savedViews: new SavedViews({ context, database }),
    relations: new Relations(dependencies, mainFields),
    uids: new Uids(dependencies),
    previews: new Previews(dependencies),
    home: new HomeDocuments(dependencies, mainFields, views.models),
    search: new EntrySearch(dependencies, configurations),
    presence: new Presence(dependencies.messages),
    sharedValues: new SharedValues(dependencies),
    localeFill: new LocaleFill(dependencies, mainFields),
  };
}
