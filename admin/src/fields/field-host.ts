// Field host: the services of the form that controls use. The editor provides it, so that fields do not depend on the server.
import { createContext, use, useCallback, useSyncExternalStore, type ComponentType } from 'react';
import type { Json } from '../base/json.ts';
import type { Path } from '../model/document.ts';
import type { CheckTime } from '../model/issues.ts';
import type { ComponentForm } from '../model/layout.ts';
import type { RelationTarget } from '../model/relations.ts';
import type { ComponentContext } from './component/component-value.ts';

/** The entry or component that contains a field. */
export interface FieldOwner {
  /** Uid of the type or component. */
  readonly uid: string;
  /** documentId of an entry or row id of a component; null if it is not stored yet. */
  readonly id: string | null;
  /** Path of its values in the document. */
  readonly path: Path;
}

export interface TargetPage {
  readonly targets: readonly RelationTarget[];
  readonly total: number;
}

/** Query for possible targets of a relation. */
export interface TargetQuery {
  readonly field: string;
  readonly text: string;
  /** 1-based. */
  readonly page: number;
  /** Row ids of related entries to include, and of others to exclude. */
  readonly include: readonly number[];
  readonly omit: readonly number[];
}

/** Calls for relation fields. */
export interface RelationSource {
  /** Loads targets of a stored owner, from the last page to the first. */
  related(owner: FieldOwner, field: string, page: number): Promise<TargetPage>;
  candidates(owner: FieldOwner, query: TargetQuery, signal: AbortSignal): Promise<TargetPage>;
  /** Returns true if the user may create entries of the target type. */
  mayCreate(type: string): boolean;
  /** Creates an entry with a title. @throws Error with a message for the user */
  create(type: string, title: string): Promise<RelationTarget>;
  /** Returns the address of a target; null if the user may not open it. */
  addressOf(type: string, target: RelationTarget): string | null;
}

/** Form values. */
export interface ValueStore {
  read(path: Path): Json;
  write(path: Path, value: Json): void;
  /** Subscribes to changes of the value at a path. Returns a function that unsubscribes. */
  subscribe(path: Path, notify: () => void): () => void;
}

/** Services of the form. */
export interface FieldHost {
  /** Locale of the entry; null for types without locales. */
  readonly locale: string | null;
  readonly relations: RelationSource;
  readonly store: ValueStore;
  readonly components: ComponentContext;
  /** Renders fields of the surrounding owner. */
  readonly Rows: ComponentType<{ readonly rows: ComponentForm['rows'] }>;
  /** Returns true if a part of the form shows issues. */
  useFaultTime(path: Path): { readonly when: CheckTime; readonly isRejected: boolean };
  /** Completes a partially loaded value. */
  fill(path: Path, complete: (value: Json) => Json): void;
}

/** Context that provides the host. */
export const HostContext = createContext<FieldHost | null>(null);

/** Context that provides the owner of inner fields. */
export const OwnerContext = createContext<FieldOwner>({ uid: '', id: null, path: [] });

export function useFieldHost(): FieldHost {
  const host = use(HostContext);
  if (host === null) throw new Error('No HostContext.');
  return host;
}

/** Selects from the value at a path and subscribes to it. Results are compared by identity. */
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

/** Returns the entry or component that contains a field. */
export function useOwner(): FieldOwner {
  return use(OwnerContext);
}
