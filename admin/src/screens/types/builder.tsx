// Builder: the edited draft, the selection in it, and its actions, for all parts of the screen.
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { createContext, use, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useProject } from '../../editor/project.tsx';
import {
  fieldOf,
  modelOf,
  type Draft,
  type DraftField,
  type DraftModel,
} from '../../model/types/draft.ts';
import type { DraftState } from '../../model/types/draft-store.ts';
import type { LoadedTypes } from './use-types.ts';

/** Value of the address for the settings of the type, on screens that show one column. */
export const TYPE_SETTINGS = 'type';

/** What parts of the screen share. */
export interface Builder extends LoadedTypes {
  readonly state: DraftState;
  readonly isReadOnly: boolean;
  readonly model: DraftModel | null;
  readonly field: DraftField | null;
  /** Whether settings are shown where there is one column. */
  readonly isInSettings: boolean;
  /** Chooses a model. @param wish Whether its name gets the focus */
  readonly chooseModel: (model: DraftModel | null, wish?: FocusWish) => void;
  /** Chooses an attribute; null: the settings of the model. */
  readonly chooseField: (id: string | null, wish?: FocusWish) => void;
  /** Leaves the settings where there is one column. */
  readonly leaveSettings: () => void;
  /** Changes the draft. @param input What is typed into: its keys are undone together */
  readonly edit: (edit: (draft: Draft) => Draft, input?: string) => void;
  /** Whether the settings of one of these were opened to type their name. It is true once. */
  readonly takeWish: (...ids: readonly string[]) => boolean;
}

/** What gets the focus in settings that open. */
export type FocusWish = 'name' | null;

/** Passes the builder to the parts of the screen. */
export const BuilderContext = createContext<Builder | null>(null);

/** Returns the builder. */
export function useBuilder(): Builder {
  const builder = use(BuilderContext);
  if (builder === null) throw new Error('No BuilderContext.');
  return builder;
}

/** Creates the builder. */
export function useCreateBuilder(loaded: LoadedTypes): Builder {
  const { person } = useProject();
  const navigate = useNavigate();
  const { _splat: splat } = useParams({ strict: false });
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const { store } = loaded;
  const state = useSyncExternalStore(store.subscribe, () => store.state);
  const wish = useRef<string | null>(null);
  const modelId = splat?.split('/').at(-1) ?? '';
  const fieldId = typeof search['field'] === 'string' ? search['field'] : null;
  const model = modelOf(state.draft, modelId);
  const field = model && fieldId !== null ? fieldOf(state.draft, modelId, fieldId) : null;
  const isGone = splat !== undefined && model === null;
  useEffect(() => {
    // Undone or discarded.
    if (isGone) void navigate({ to: '/plugins/content-type-builder', replace: true });
  }, [isGone, navigate]);
  const actions = useMemo(() => {
    const chooseField = (id: string | null): void =>
      void navigate({ to: '.', search: id === null ? {} : { field: id } });
    return {
      chooseModel: (chosen: DraftModel | null, wanted: FocusWish = null) => {
        wish.current = wanted && (chosen?.id ?? null);
        const path = chosen === null ? '' : `/${pathOf(chosen)}`;
        const query = wanted === null ? {} : { field: TYPE_SETTINGS };
        void navigate({ to: `/plugins/content-type-builder${path}`, search: query });
      },
      chooseField: (id: string | null, wanted: FocusWish = null) => {
        wish.current = wanted && (id ?? TYPE_SETTINGS);
        chooseField(id ?? TYPE_SETTINGS);
      },
      leaveSettings: () => chooseField(null),
      edit: (edit: (draft: Draft) => Draft, input?: string) => store.change(edit, input ?? null),
      takeWish: (...ids: readonly string[]) => {
        const isWanted = wish.current !== null && ids.includes(wish.current);
        if (isWanted) wish.current = null;
        return isWanted;
      },
    };
  }, [navigate, store]);
  return {
    ...loaded,
    ...actions,
    state,
    isReadOnly: !person.isSuperAdmin,
    model,
    field,
    isInSettings: fieldId !== null,
  };
}

/** The part of the address that names a model, as in Strapi's panel. */
export function pathOf({ id, kind, category }: DraftModel): string {
  return kind === 'component'
    ? `component-categories/${category || 'new'}/${id}`
    : `content-types/${id}`;
}
