// Loads the content model, and stores unsaved changes on this device.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useCalls } from '../../api/api.tsx';
import { createTypesApi, type TypesApi } from '../../api/types.ts';
import { openDeviceRecords, type DeviceRecords } from '../../base/device-records.ts';
import { useProject } from '../../editor/project.tsx';
import type { Draft, OutsideType } from '../../model/types/draft.ts';
import { changedModels } from '../../model/types/draft-request.ts';
import { DraftStore } from '../../model/types/draft-store.ts';
import type { ReservedNames } from '../../model/types/names.ts';
import { parseDraft } from '../../model/types/parse-draft.ts';
import { parseRetained, type RetainedPart } from '../../model/types/plan.ts';

/** Data of the screen. */
export interface LoadedTypes {
  readonly store: DraftStore;
  readonly outside: readonly OutsideType[];
  readonly reserved: ReservedNames;
  readonly retained: readonly RetainedPart[];
  /** True if the server applies changes without a restart. */
  readonly isOpen: boolean;
}

/** Unsaved changes of a user. */
export interface DraftRecord {
  readonly base: Draft;
  readonly draft: Draft;
  /** Time of the last keystroke, in milliseconds. */
  readonly at: number;
}

const KEY = ['types'] as const;

/** Debounce delay, in milliseconds. */
const DELAY = 300;

const records: DeviceRecords<DraftRecord> = openDeviceRecords('types');

/** Loads the model once; the draft is kept while other screens are open. */
export function useTypes(): {
  readonly data: LoadedTypes | undefined;
  readonly error: Error | null;
  readonly refetch: () => void;
} {
  const types = useCalls(createTypesApi);
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: KEY,
    queryFn: () => loadTypes(types, queries.getQueryData<LoadedTypes>(KEY)),
    gcTime: Infinity,
    // Another user may have changed it.
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  });
  return { data: query.data, error: query.error, refetch: () => void query.refetch() };
}

async function loadTypes(types: TypesApi, known: LoadedTypes | undefined): Promise<LoadedTypes> {
  const [{ schema, etag }, reserved, isOpen, retained] = await Promise.all([
    types.read(),
    known?.reserved ?? types.reserved(),
    known?.isOpen ?? types.isOpen(),
    types.retained(),
  ]);
  const { draft, outside } = parseDraft(schema);
  const store = known?.store ?? new DraftStore(draft, etag);
  // With unsaved changes, the save merges concurrent changes.
  if (store.state.draft === store.state.base && store.state.etag !== etag) {
    store.replace({ base: draft, draft, etag });
  }
  return { store, outside, reserved, isOpen, retained: parseRetained([...retained]) };
}

/** Stores unsaved changes on this device. Returns those of an earlier visit until they are restored or discarded. */
export function useDraftRecord(store: DraftStore | undefined): {
  readonly earlier: DraftRecord | null;
  readonly forget: () => void;
} {
  const { administrator } = useProject();
  const [earlier, setEarlier] = useState<DraftRecord | null>(null);
  const isOffered = useRef(false);
  useEffect(() => {
    if (!store) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isMounted = true;
    const isChanged = (): boolean => changedModels(store.state.base, store.state.draft).length > 0;
    const flush = (write: (key: string, record: DraftRecord) => unknown): void => {
      clearTimeout(timer);
      timer = undefined;
      const { base, draft } = store.state;
      if (isChanged()) void write(administrator.id, { base, draft, at: Date.now() });
      else if (!isOffered.current) void records.remove(administrator.id);
    };
    if (!isChanged()) {
      void records.read(administrator.id).then((found) => {
        if (!found || !isMounted || isChanged()) return;
        isOffered.current = true;
        setEarlier(found);
      });
    }
    const end = store.subscribe(() => {
      timer ??= setTimeout(() => flush(records.write), DELAY);
    });
    const onHide = (): void => {
      if (timer !== undefined || isChanged()) flush(records.writeOnClose);
    };
    addEventListener('pagehide', onHide);
    return () => {
      isMounted = false;
      end();
      removeEventListener('pagehide', onHide);
      if (timer !== undefined) flush(records.write);
    };
  }, [store, administrator.id]);
  return {
    earlier,
    forget: () => {
      isOffered.current = false;
      setEarlier(null);
      void records.remove(administrator.id);
    },
  };
}
