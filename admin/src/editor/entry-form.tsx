// Form of an entry: text in one column, details beside it.
import type { ReactNode } from 'react';
import { useT } from '../base/words.tsx';
import type { FormLayout, LayoutField } from '../model/layout.ts';
import { FormHost } from './form-host.tsx';
import { FieldView } from './field-view.tsx';
import { FormRows } from './form-rows.tsx';
import { Outline } from './outline.tsx';
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
    <FormHost>
      <div className={styles.entry}>
        <div className={styles.sheet}>
          {title === null ? null : <TitleView field={title} slug={slug} />}
          {slug === null ? null : <SlugView field={slug} />}
          <div className={styles.text}>
            <FormRows rows={rows} />
          </div>
        </div>
        <aside className={styles.side} aria-label={t('entry.details')}>
          <StatusCard hasDrafts={hasDrafts} />
          <div className={styles.details}>
            {details.map((field) => (
              <FieldView key={nameOf(field)} field={field} layout="beside" />
            ))}
          </div>
          <Outline layout={layout} />
        </aside>
      </div>
    </FormHost>
  );
}

function nameOf({ attribute }: LayoutField): string {
  return attribute.name;
}
