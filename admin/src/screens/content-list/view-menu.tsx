// Menu of saved views.
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useApi } from '../../api/api.tsx';
import type { SavedView } from '../../api/views.ts';
import { useT } from '../../base/i18n.tsx';
import { useChangeViews, useProject } from '../../editor/project.tsx';
import { parseView, viewQuery, type ChangeList, type ListState } from '../../model/list-state.ts';
import type { ContentType } from '../../model/schema.ts';
import { Button } from '../../ui/button.tsx';
import { BookmarkIcon, TrashIcon } from '../../ui/icons.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx';
import { useToast } from '../../ui/toast.tsx';

const SaveView = lazy(async () => ({ default: (await import('./save-view.tsx')).SaveView }));

interface ViewMenuProps {
  readonly type: ContentType;
  readonly state: ListState;
  readonly onChange: ChangeList;
}

/** Renders nothing without support by the server. */
export function ViewMenu({ type, state, onChange }: ViewMenuProps): ReactNode {
  const t = useT();
  const toast = useToast();
  const { views } = useApi();
  const changeViews = useChangeViews();
  const { permissions, savedViews } = useProject();
  const [isNaming, setNaming] = useState(false);
  if (!savedViews) return null;
  const query = viewQuery(state);
  const own = savedViews.filter((view) => view.type === type.uid);
  const current = own.find((view) => viewQuery(parseView(view.query)) === query);
  const mayRemove = current && (current.isOwn || permissions.mayConfigureLists);
  const remove = async ({ id }: SavedView): Promise<void> => {
    try {
      await views.remove(id);
      changeViews((before) => before.filter((view) => view.id !== id));
    } catch (error) {
      toast({ text: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <>
      <Menu
        label={t('views')}
        placement="bottom start"
        trigger={
          <Button variant="quiet" size="small" icon={BookmarkIcon}>
            {current?.name ?? t('views')}
          </Button>
        }
      >
        {own.map((view) => (
          <MenuItem
            key={view.id}
            id={view.id}
            note={view === current ? '✓' : view.isShared ? t('views.shared') : undefined}
            onAction={() => onChange(parseView(view.query))}
          >
            {view.name}
          </MenuItem>
        ))}
        {own.length > 0 ? <MenuLine /> : null}
        <MenuItem id="all" onAction={() => onChange(parseView(''))}>
          {t('views.all')}
        </MenuItem>
        <MenuItem id="save" onAction={() => setNaming(true)}>
          {t('views.save')}
        </MenuItem>
        {mayRemove ? (
          <MenuItem id="remove" icon={TrashIcon} onAction={() => void remove(current)}>
            {t('views.remove', { name: current.name })}
          </MenuItem>
        ) : null}
      </Menu>
      {isNaming ? (
        <Suspense>
          <SaveView type={type.uid} query={query} onClose={() => setNaming(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
