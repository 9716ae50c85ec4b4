// Actions on the open entry.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../api/api.tsx';
import { useT } from '../../base/i18n.tsx';
import { publicUrl } from '../../editor/public-url.ts';
import { useProject } from '../../editor/project.tsx';
import { useEntrySession } from '../../editor/session-context.tsx';
import type { ContentType } from '../../model/schema.ts';
import { useToast } from '../../ui/toast.tsx';

/** Actions that show their result in a toast. */
export interface EntryActions {
  /** Returns true on success. */
  readonly publish: () => Promise<boolean>;
  readonly fillFrom: (locale: string) => Promise<void>;
  readonly unpublish: () => Promise<void>;
  readonly discard: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

export function useEntryActions({ uid, isSingle }: ContentType): EntryActions {
  const t = useT();
  const { content } = useApi();
  const project = useProject();
  const session = useEntrySession();
  const toast = useToast();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const search: object = useSearch({ strict: false });
  const run = async (act: () => Promise<void>): Promise<void> => {
    try {
      await act();
    } catch (error) {
      toast({ text: error instanceof Error ? error.message : t('unreachable.text') });
    }
    await queries.invalidateQueries({ queryKey: ['list', uid] });
  };
  const unpublish = (): Promise<void> =>
    run(async () => {
      await session.unpublish();
      toast({ text: t('entry.unpublished') });
    });
  return {
    unpublish,
    fillFrom: (locale) =>
      run(async () => {
        const values = await content.valuesOfLocale(session.address, locale);
        const filled = Object.entries(session.form.fillable(session.store.current, values));
        for (const [name, value] of filled) session.edit(name, value);
        toast({ text: t('entry.filled', { count: filled.length }) });
      }),
    async publish() {
      let isDone = false;
      await run(async () => {
        isDone = await session.publish();
        if (!isDone) return;
        const action = { label: t('entry.unpublish'), run: () => void unpublish() };
        const href = publicUrl(project, session);
        const link = { label: t('entry.viewPublic'), note: t('newTab') };
        toast({
          text: t('entry.published'),
          action,
          ...(href === null ? {} : { link: { ...link, href } }),
        });
      });
      return isDone;
    },
    discard: () =>
      run(async () => {
        await session.discard();
        toast({ text: t('entry.discarded') });
      }),
    remove: () =>
      run(async () => {
        await session.remove();
        toast({ text: t('entry.deleted') });
        if (isSingle) await navigate({ to: '/' });
        else {
          await navigate({
            to: '/content-manager/collection-types/$uid',
            params: { uid },
            search,
          });
        }
      }),
  };
}
