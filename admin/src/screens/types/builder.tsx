// Type builder context: the draft, the selection, and actions.
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

/** Address parameter for the settings of the type on single-column screens. */
export const TYPE_SETTINGS = 'type';

/** State shared by the parts of the screen. */
export interface Builder extends LoadedTypes {
  readonly state: DraftState;
  readonly isReadOnly: boolean;
  readonly model: DraftModel | null;
  readonly field: DraftField | null;
  /** True if settings are shown on single-column screens. */
  readonly isInSettings: boolean;
  /** Selects a model. @param wish True to focus its name */
  readonly chooseModel: (model: DraftModel | null, focus?: FocusRequest) => void;
  /** Selects an attribute; null for the settings of the model. */
  readonly chooseField: (id: string | null, focus?: FocusRequest) => void;
  /** Closes the settings on single-column screens. */
  readonly leaveSettings: () => void;
  /** Changes the draft. @param input Input being edited; its keystrokes are undone as one change */
  readonly edit: (edit: (draft: Draft) => Draft, input?: string) => void;
  /** Returns true once if the settings were opened to edit the name. */
  readonly takeFocusRequest: (...ids: readonly string[]) => boolean;
}

/** Element to focus when settings open. */
export type FocusRequest = 'name' | null;

/** Context that provides the builder. */
export const BuilderContext = createContext<Builder | null>(null);

export function useBuilder(): Builder {
  const builder = use(BuilderContext);
  if (builder === null) throw new Error('No BuilderContext.');
  return builder;
}

export function useCreateBuilder(loaded: LoadedTypes): Builder {
  const { administrator } = useProject();
  const navigate = useNavigate();
  const { _splat: splat } = useParams({ strict: false });
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const { store } = loaded;
  const state = useSyncExternalStore(store.subscribe, () => store.state);
  const focus = useRef<string | null>(null);
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
      chooseModel: (chosen: DraftModel | null, wanted: FocusRequest = null) => {
        focus.current = wanted && (chosen?.id ?? null);
        const path = chosen === null ? '' : `/${pathOf(chosen)}`;
        const query = wanted === null ? {} : { field: TYPE_SETTINGS };
        void navigate({ to: `/plugins/content-type-builder${path}`, search: query });
      },
      chooseField: (id: string | null, wanted: FocusRequest = null) => {
        focus.current = wanted && (id ?? TYPE_SETTINGS);
        chooseField(id ?? TYPE_SETTINGS);
      },
      leaveSettings: () => chooseField(null),
      edit: (edit: (draft: Draft) => Draft, input?: string) => store.change(edit, input ?? null),
      takeFocusRequest: (...ids: readonly string[]) => {
        const isWanted = focus.current !== null && ids.includes(focus.current);
        if (isWanted) focus.current = null;
        return isWanted;
      },
    };
  }, [navigate, store]);
  return {
    ...loaded,
    ...actions,
    state,
    isReadOnly: !administrator.isSuperAdmin,
    model,
    field,
    isInSettings: fieldId !== null,
  };
}

/** Address segment of a model, as in Strapi's panel. */
export function pathOf({ id, kind, category }: DraftModel): string {
  return kind === 'component'
    ? `component-categories/${category || 'new'}/${id}`
    : `content-types/${id}`;
}
