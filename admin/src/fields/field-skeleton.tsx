// Placeholder of a control while its code is loading.
import type { ReactNode } from 'react';
import type { EditProps } from './field-kind.ts';
import styles from './field-skeleton.module.css';

/** Has the height of the control. */
export function FieldSkeleton({ control }: Pick<EditProps, 'control'>): ReactNode {
  const { id, ...described } = control;
  return (
    <div id={id} role="group" {...described} aria-busy="true" aria-disabled="true">
      <span className={styles.bar} />
    </div>
  );
}
