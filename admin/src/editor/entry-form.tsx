// Form of an entry: main column and side column.
import { use, type ReactNode } from 'react';
import type { FormLayout } from '../model/layout.ts';
import { ComparedLocaleContext } from './compared-field.tsx';
import { classNames } from '../ui/class-names.ts';
import { FormHost } from './form-host.tsx';
import { FormRows } from './form-rows.tsx';
import { SidePanel } from './side-panel.tsx';
import { SlugView, TitleView } from './title-view.tsx';
import styles from './entry-form.module.css';

/** @param hasDrafts True if the type has drafts */
export function EntryForm({
  layout,
  hasDrafts,
}: {
  readonly layout: FormLayout;
  readonly hasDrafts: boolean;
}): ReactNode {
  const { title, slug, rows } = layout;
  const isWide = use(ComparedLocaleContext) !== null;
  return (
    <FormHost>
      <div className={classNames(styles.entry, isWide && styles.wide)}>
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
