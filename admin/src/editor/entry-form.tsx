// Form of an entry: text in one column, details beside it.
import type { ReactNode } from 'react';
import type { FormLayout } from '../model/layout.ts';
import { FormHost } from './form-host.tsx';
import { FormRows } from './form-rows.tsx';
import { SidePanel } from './side-panel.tsx';
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
  const { title, slug, rows } = layout;
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
        <SidePanel layout={layout} hasDrafts={hasDrafts} />
      </div>
    </FormHost>
  );
}
