// Project: what the signed-in person works on, for all screens.
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { ContentLocale } from '../api/locales.ts';
import type { Person } from '../api/people.ts';
import type { SavedView } from '../api/views.ts';
import type { Permissions } from '../model/permissions.ts';
import type { Component, ContentType, Schema } from '../model/schema.ts';

/** The person, their permissions, and the types and locales of the project. */
export interface Project {
  readonly person: Person;
  readonly permissions: Permissions;
  readonly schema: Schema;
  readonly components: ReadonlyMap<string, Component>;
  /** The default first; empty without locales. */
  readonly locales: readonly ContentLocale[];
  /** Saved views of lists; null if the server saves none. */
  readonly savedViews: readonly SavedView[] | null;
  /** Path that the routes of the REST API start with. */
  readonly restPrefix: string;
}

/** Key under which the project is cached. */
export const PROJECT: QueryKey = ['project'];

/** Passes the project to components. */
export const ProjectContext = createContext<Project | null>(null);

/** Returns the project. */
export function useProject(): Project {
  const project = use(ProjectContext);
  if (project === null) throw new Error('No ProjectContext.');
  return project;
}

/** Returns a function that changes the saved views of the project, once the server has done so. */
export function useChangeViews(): (
  change: (before: readonly SavedView[]) => readonly SavedView[],
) => void {
  const queries = useQueryClient();
  return (change) => {
    queries.setQueryData<Project>(
      PROJECT,
      (project) => project && { ...project, savedViews: change(project.savedViews ?? []) },
    );
  };
}

/** Returns the name of a person as it is shown. */
export function nameOf({ firstname, lastname, email }: Person): string {
  return [firstname, lastname].filter(Boolean).join(' ') || email;
}

/** Returns the types that a person may read, sorted as they are shown: lists first, then single types. */
export function readableTypes(
  { schema, permissions }: Project,
  tag: string,
): readonly ContentType[] {
  return [...schema.values()]
    .filter(({ uid, isDisplayed }) => isDisplayed && permissions.may('read', uid))
    .toSorted(
      (a, b) =>
        Number(a.isSingle) - Number(b.isSingle) || a.displayName.localeCompare(b.displayName, tag),
    );
}
