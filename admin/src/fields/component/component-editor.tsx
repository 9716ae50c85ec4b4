// Controls of single and repeatable components.
import { useMemo, type ReactNode } from 'react';
import { useT } from '../../base/i18n.tsx';
import { isStoredId, itemsOf } from '../../model/components.ts';
import { Button } from '../../ui/button.tsx';
import { PlusIcon, TrashIcon } from '../../ui/icons.tsx';
import type { EditProps } from '../field-kind.ts';
import { OwnerContext, useFieldHost, useOwner, type FieldOwner } from '../field-host.ts';
import { emptyItem } from './component-value.ts';
import { SectionList } from './section-list.tsx';
import styles from './component.module.css';

/** `value` is the shape: items with their ids and component uids. */
export function ComponentEditor(props: EditProps): ReactNode {
  const { isMultiple, type } = props.field.attribute;
  return isMultiple || type === 'dynamiczone' ? (
    <SectionList {...props} />
  ) : (
    <SingleComponent {...props} />
  );
}

function SingleComponent({ field, value, control, isReadOnly, onChange }: EditProps): ReactNode {
  const t = useT();
  const { components, Rows } = useFieldHost();
  const around = useOwner();
  const [item] = itemsOf(value);
  const { attribute } = field;
  const uid = attribute.component ?? '';
  const form = components.forms.get(uid);
  const id = item?.['id'];
  const owner = useMemo<FieldOwner>(
    () => ({
      uid,
      id: isStoredId(id) ? String(id) : null,
      path: [...around.path, attribute.name],
    }),
    [uid, id, around.path, attribute.name],
  );
  const { id: elementId, ...described } = control;
  if (!item || !form) {
    return (
      <div id={elementId} role="group" {...described} tabIndex={-1}>
        <Button
          size="small"
          className={styles.add}
          icon={SmallPlusIcon}
          isDisabled={isReadOnly || !form}
          onPress={() => onChange(emptyItem(uid, attribute, components))}
        >
          {t('component.add', { name: field.label })}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.single} id={elementId} role="group" {...described}>
      <OwnerContext value={owner}>
        <Rows rows={form.rows} />
      </OwnerContext>
      {isReadOnly || attribute.isRequired ? null : (
        <Button
          size="small"
          variant="quiet"
          className={styles.remove}
          icon={SmallTrashIcon}
          onPress={() => onChange(null)}
        >
          {t('component.remove', { name: field.label })}
        </Button>
      )}
    </div>
  );
}

function SmallPlusIcon(): ReactNode {
  return <PlusIcon size={12} />;
}

function SmallTrashIcon(): ReactNode {
  return <TrashIcon size={14} />;
}
