// Context of the project and the signed-in user.
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { ContentLocale } from '../api/locales.ts';
import type { Administrator } from '../api/administrators.ts';
import type { SavedView } from '../api/views.ts';
import type { Permissions } from '../model/permissions.ts';
import type { Component, ContentType, Schema } from '../model/schema.ts';

/** The user with permissions, and the types and locales of the project. */
export interface Project {
  readonly administrator: Administrator;
  readonly permissions: Permissions;
  readonly schema: Schema;
  readonly components: ReadonlyMap<string, Component>;
  /** Locales, starting with the default; empty without locales. */
  readonly locales: readonly ContentLocale[];
  /** Saved views, or null without support by the server. */
  readonly savedViews: readonly SavedView[] | null;
  /** Prefix of REST API routes. */
  readonly restPrefix: string;
}

/** Cache key of the project. */
export const PROJECT: QueryKey = ['project'];

/** Context that provides the project. */
export const ProjectContext = createContext<Project | null>(null);

export function useProject(): Project {
  const project = use(ProjectContext);
  if (project === null) throw new Error('No ProjectContext.');
  return project;
}

/** Returns a function that updates the saved views after a change on the server. */
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

/** Returns the display name of a user. */
export function nameOf({ firstname, lastname, email }: Administrator): string {
  return [firstname, lastname].filter(Boolean).join(' ') || email;
}

/** Returns the types that a user may read, in display order: collection types, then single types. */
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
