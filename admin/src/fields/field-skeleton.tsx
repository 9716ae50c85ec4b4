// What a control shows until its code is loaded.
import type { ReactNode } from 'react';
import type { EditProps } from './field-kind.ts';
import styles from './field-skeleton.module.css';

/** A place of the same height. */
export function FieldSkeleton({ control }: Pick<EditProps, 'control'>): ReactNode {
  const { id, ...described } = control;
  return (
    <div id={id} role="group" {...described} aria-busy="true" aria-disabled="true">
      <span className={styles.bar} />
    </div>
  );
}
