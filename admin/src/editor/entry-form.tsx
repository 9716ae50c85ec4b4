// Form of an entry: text in one column, details beside it.
import type { ReactNode } from 'react';
import { useT } from '../base/words.tsx';
import type { FormLayout, LayoutField } from '../model/layout.ts';
import { FieldView } from './field-view.tsx';
import { StatusCard } from './status-card.tsx';
import { SlugView, TitleView } from './title-view.tsx';
import styles from './entry-form.module.css';

/** @param hasDrafts Whether the type has drafts */
export function EntryForm({
  layout,
  hasDrafts,
}: {
  readonly layout: FormLayout;
  readonly hasDrafts: boolean;
}): ReactNode {
  const t = useT();
  const { title, slug, rows, details } = layout;
  return (
    <div className={styles.entry}>
      <div className={styles.sheet}>
        {title === null ? null : <TitleView field={title} slug={slug} />}
        {slug === null ? null : <SlugView field={slug} />}
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
      </div>
      <aside className={styles.side} aria-label={t('entry.details')}>
        <StatusCard hasDrafts={hasDrafts} />
        <div className={styles.details}>
          {details.map((field) => (
            <FieldView key={nameOf(field)} field={field} layout="beside" />
          ))}
        </div>
      </aside>
    </div>
  );
}

function nameOf({ attribute }: LayoutField): string {
  return attribute.name;
}

/** Widths of Strapi's layouts. */
function sizeOf({ size }: LayoutField): 4 | 6 | 8 | 12 {
  if (size <= 4) return 4;
  if (size <= 6) return 6;
  return size <= 8 ? 8 : 12;
}
