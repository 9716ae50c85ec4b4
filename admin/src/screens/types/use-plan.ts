// Plans and saves the changes of a draft, and merges concurrent changes.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useCalls } from '../../api/api.tsx';
import { createTypesApi } from '../../api/types.ts';
import { ApiError, hasStatus } from '../../api/errors.ts';
import { useT } from '../../base/i18n.tsx';
import { toRequest } from '../../model/types/draft-request.ts';
import { modelOf, type Draft } from '../../model/types/draft.ts';
import { mergeDrafts, takeTheirs, type DraftConflict } from '../../model/types/merge-drafts.ts';
import { uidOf } from '../../model/types/names.ts';
import { parseDraft } from '../../model/types/parse-draft.ts';
import { parsePlan, type Plan } from '../../model/types/plan.ts';
import { useToast } from '../../ui/toast.tsx';
import { useBuilder } from './builder.tsx';

/** Concurrent changes of another user. */
export interface MergedChange {
  /** Names of the types. */
  readonly names: readonly string[];
  /** Conflicts, which must be resolved. */
  readonly conflicts: readonly DraftConflict[];
  readonly theirs: Draft;
}

export interface PlanState {
  /** Null while loading, and without support by the server. */
  readonly plan: Plan | null;
  readonly isBusy: boolean;
  readonly isSaving: boolean;
  /** Error of the plan or the save. */
  readonly failure: string | null;
  /** True if the server rejects all changes. */
  readonly isClosed: boolean;
  readonly merged: MergedChange | null;
  readonly save: () => void;
  readonly settle: (conflict: DraftConflict, side: 'mine' | 'theirs') => void;
}

/** @param onSaved Called when the server responds with the new model */
export function usePlan(onSaved: () => void): PlanState {
  const t = useT();
  const toast = useToast();
  const types = useCalls(createTypesApi);
  const queries = useQueryClient();
  const { store, state, model, isOpen, chooseModel } = useBuilder();
  const [plan, setPlan] = useState<Plan | null>(null);
  const [planned, setPlanned] = useState<Draft | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [isClosed, setClosed] = useState(!isOpen);
  const [merged, setMerged] = useState<MergedChange | null>(null);

  /** Merges concurrent changes. */
  const merge = useCallback(async (): Promise<void> => {
    const { schema, etag } = await types.read();
    const { draft: theirs } = parseDraft(schema);
    const { base, draft: mine } = store.state;
    const { draft, conflicts, changedByOthers } = mergeDrafts({ base, mine, theirs });
    setMerged({
      theirs,
      conflicts,
      names: changedByOthers.map(
        (id) => (modelOf(theirs, id) ?? modelOf(base, id))?.displayName ?? id,
      ),
    });
    store.replace({ base: theirs, draft, etag });
  }, [store, types]);

  const fail = useCallback(
    async (error: unknown): Promise<void> => {
      if (hasStatus(error, 409)) return merge();
      if (hasStatus(error, 403)) setClosed(true);
      setFailure(error instanceof ApiError ? error.message : t('unreachable.text'));
    },
    [merge, t],
  );

  const { base, draft, etag } = state;
  useEffect(() => {
    let isCurrent = true;
    const requestPlan = async (): Promise<void> => {
      try {
        const data = await types.plan(toRequest(base, draft), etag);
        if (!isCurrent) return;
        setFailure(null);
        setPlan(data && parsePlan(data));
      } catch (error) {
        if (!isCurrent) return;
        setPlan(null);
        await fail(error);
      }
      setPlanned(draft);
    };
    void requestPlan();
    return () => {
      isCurrent = false;
    };
  }, [types, base, draft, etag, fail]);

  const save = async (): Promise<void> => {
    setSaving(true);
    setFailure(null);
    try {
      await types.save(toRequest(base, draft), etag);
      const saved = await types.read();
      const next = parseDraft(saved.schema).draft;
      const chosen = model && modelOf(next, uidOf(model));
      store.replace({ base: next, draft: next, etag: saved.etag });
      // Navigation, forms and lists depend on the model.
      await Promise.all(
        ['project', 'types'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      );
      queries.removeQueries({ queryKey: ['list'] });
      toast({ text: t('types.saved') });
      onSaved();
      if (model && chosen && chosen.id !== model.id) chooseModel(chosen);
    } catch (error) {
      await fail(error);
    }
    setSaving(false);
  };
  return {
    plan,
    isBusy: planned !== draft,
    isSaving,
    failure,
    isClosed,
    merged,
    save: () => void save(),
    settle: (conflict, side) => {
      if (!merged) return;
      if (side === 'theirs') store.change((all) => takeTheirs(all, merged.theirs, conflict));
      setMerged({ ...merged, conflicts: merged.conflicts.filter((each) => each !== conflict) });
    },
  };
}
