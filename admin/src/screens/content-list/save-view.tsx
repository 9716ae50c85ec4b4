// Dialog to save a view, loaded on demand.
import { useMutation } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { useApi } from '../../api/api.tsx';
import { useT } from '../../base/i18n.tsx';
import { useChangeViews, useProject } from '../../editor/project.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, inputClass } from '../../ui/field.tsx';
import { Switch } from '../../ui/switch.tsx';

interface SaveViewProps {
  /** Uid of the type. */
  readonly type: string;
  /** State to save. */
  readonly query: string;
  readonly onClose: () => void;
}

export function SaveView({ type, query, onClose }: SaveViewProps): ReactNode {
  const t = useT();
  const { views } = useApi();
  const { permissions } = useProject();
  const changeViews = useChangeViews();
  const form = useId();
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const save = useMutation({
    mutationFn: () => views.save({ type, name: name.trim(), query, isShared }),
    onSuccess: (view) => {
      changeViews((before) => [...before, view]);
      onClose();
    },
  });
  return (
    <Dialog
      title={t('views.save')}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={form} variant="primary" isDisabled={save.isPending}>
            {t('views.confirm')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') save.mutate();
        }}
      >
        <Field label={t('views.name')} issues={save.error ? [save.error.message] : []}>
          {(control) => (
            <input
              {...control}
              autoFocus
              className={inputClass}
              value={name}
              maxLength={60}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
        </Field>
        {permissions.mayConfigureLists ? (
          <Field label={t('views.share')} layout="beside">
            {(control) => <Switch control={control} isOn={isShared} onChange={setShared} />}
          </Field>
        ) : null}
      </form>
    </Dialog>
  );
}
