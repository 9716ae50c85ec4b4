// Field host: what controls need of the form around them. The editor provides it, so that fields know no server.
import { createContext, use, useCallback, useSyncExternalStore, type ComponentType } from 'react';
import type { Json } from '../base/json.ts';
import type { Path } from '../model/document.ts';
import type { CheckTime } from '../model/issues.ts';
import type { ComponentForm } from '../model/layout.ts';
import type { RelationTarget } from '../model/relations.ts';
import type { ComponentContext } from './component/component-value.ts';

/** The entry or component that a field belongs to. */
export interface FieldOwner {
  /** Uid of the type or component. */
  readonly uid: string;
  /** Document id of an entry, row id of a component; null if it is not stored yet. */
  readonly id: string | null;
  /** Where its values are in the document. */
  readonly path: Path;
}

/** A page of targets. */
export interface TargetPage {
  readonly targets: readonly RelationTarget[];
  readonly total: number;
}

/** The query for possible targets of a relation. */
export interface TargetQuery {
  readonly field: string;
  readonly text: string;
  /** From 1. */
  readonly page: number;
  /** Row ids that are offered although they are related, and those that are not. */
  readonly include: readonly number[];
  readonly omit: readonly number[];
}

/** Calls that relation fields need. */
export interface RelationSource {
  /** Targets of a stored owner, from the last page to the first. */
  related(owner: FieldOwner, field: string, page: number): Promise<TargetPage>;
  candidates(owner: FieldOwner, query: TargetQuery, signal: AbortSignal): Promise<TargetPage>;
  /** Whether the person may make an entry of a type that a relation leads to. */
  mayCreate(type: string): boolean;
  /** Makes an entry with a title; the rest is written on its own screen. @throws an error with a message to show */
  create(type: string, title: string): Promise<RelationTarget>;
  /** Address of the screen of a target; null if the person may not open it. */
  addressOf(type: string, target: RelationTarget): string | null;
}

/** The values of the form. */
export interface ValueStore {
  read(path: Path): Json;
  write(path: Path, value: Json): void;
  /** Calls a function when the value at a path or a part of it changes. Returns a function that ends this. */
  subscribe(path: Path, notify: () => void): () => void;
}

/** The form around a field. */
export interface FieldHost {
  /** Locale of the entry; null for types without locales. */
  readonly locale: string | null;
  readonly relations: RelationSource;
  readonly store: ValueStore;
  readonly components: ComponentContext;
  /** Draws fields, each connected to its value of the owner around it. */
  readonly Rows: ComponentType<{ readonly rows: ComponentForm['rows'] }>;
  /** Whether a part of the form shows its errors: missing values for a publication, or errors of the server. */
  useFaultTime(path: Path): { readonly when: CheckTime; readonly isRefused: boolean };
  /** Completes a value that was not loaded yet. */
  fill(path: Path, complete: (value: Json) => Json): void;
}

/** Passes the host to controls. */
export const HostContext = createContext<FieldHost | null>(null);

/** Passes the owner of the fields below. */
export const OwnerContext = createContext<FieldOwner>({ uid: '', id: null, path: [] });

/** Returns the form around a field. */
export function useFieldHost(): FieldHost {
  const host = use(HostContext);
  if (host === null) throw new Error('No HostContext.');
  return host;
}

/** Returns what a function makes of the value at a path, and follows it. The result is compared with the last one. */
export function useValueAt<Part extends string | number | boolean | null>(
  path: Path,
  pick: (value: Json) => Part,
): Part {
  const { store } = useFieldHost();
  const subscribe = useCallback(
    (notify: () => void) => store.subscribe(path, notify),
    [store, path],
  );
  return useSyncExternalStore(subscribe, () => pick(store.read(path)));
}

/** Returns the entry or component that a field belongs to. */
export function useOwner(): FieldOwner {
  return use(OwnerContext);
}
