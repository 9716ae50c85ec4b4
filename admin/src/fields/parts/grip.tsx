// Drag handle of a sortable item.
import type { ReactNode } from 'react';
import { useT } from '../../base/i18n.tsx';
import { GripIcon } from './icons.tsx';
import styles from './sortable.module.css';

/** @param props.name Name of the item @param props.handle From `Sorting` */
export function Grip({
  name,
  handle,
}: {
  readonly name: string;
  readonly handle: object;
}): ReactNode {
  const t = useT();
  return (
    <button
      type="button"
      className={styles.grip}
      data-grip
      aria-label={t('sort.move', { name })}
      title={t('sort.hint')}
      {...handle}
    >
      <GripIcon size={14} />
    </button>
  );
}
