// Rows of fields with the widths of the configured layout.
import type { ReactNode } from 'react';
import type { LayoutField } from '../model/layout.ts';
import { FieldView } from './field-view.tsx';
import styles from './form-rows.module.css';

/** Fields of the surrounding entry or component. */
export function FormRows({
  rows,
}: {
  readonly rows: readonly (readonly LayoutField[])[];
}): ReactNode {
  return (
    <div className={styles.rows}>
      {rows.map((row) => (
        <div className={styles.row} key={row.map(nameOf).join()}>
          {row.map((field) => (
            <div key={nameOf(field)} className={styles[`size${sizeOf(field)}`]}>
              <FieldView field={field} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function nameOf({ attribute }: LayoutField): string {
  return attribute.name;
}

/** Widths in Strapi's layouts. */
function sizeOf({ size }: LayoutField): 4 | 6 | 8 | 12 {
  if (size <= 4) return 4;
  if (size <= 6) return 6;
  return size <= 8 ? 8 : 12;
}
