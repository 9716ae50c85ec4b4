// Type builder without types or selection.
import type { ReactNode } from 'react';
import { useT } from '../../base/i18n.tsx';
import { builderKind } from '../../fields/builder/builder-kinds.ts';
import { addModel } from '../../model/types/edit-draft.ts';
import { EXAMPLES, exampleModel, type Example } from '../../model/types/new-parts.ts';
import { typeOf } from '../../model/types/draft.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useBuilder } from './builder.tsx';
import { useNewModel } from './use-new-model.ts';
import styles from './content-types.module.css';

/** Templates for new types. */
export function EmptyTypes(): ReactNode {
  const t = useT();
  const { store, edit, chooseModel } = useBuilder();
  const create = useNewModel();
  const begin = (example: Example): void => {
    const made = exampleModel(store.newId(), example, t(`example.${example.id}`));
    // Names of an API are English.
    const model = { ...made, singularName: example.id, pluralName: `${example.id}s` };
    edit((draft) => addModel(draft, model));
    chooseModel(model, 'name');
  };
  return (
    <section className={styles.middle} aria-label={t('types.empty')}>
      <Notice title={t('types.empty')}>{t('types.emptyText')}</Notice>
      <ul className={styles.examples}>
        {EXAMPLES.map((example) => (
          <li key={example.id}>
            <button type="button" onClick={() => begin(example)}>
              <b>{t(`example.${example.id}`)}</b>
              {example.fields.map(([name, properties]) => {
                const kind = builderKind(typeOf({ properties }));
                return (
                  <span key={name}>
                    {kind?.icon({})}
                    <code>{name}</code>
                  </span>
                );
              })}
            </button>
          </li>
        ))}
      </ul>
      <p className={styles.emptyActions}>
        <Button onPress={() => create('collectionType')}>{t('types.emptyType')}</Button>
      </p>
    </section>
  );
}

/** Empty selection. */
export function NothingSelected(): ReactNode {
  const t = useT();
  const { isReadOnly } = useBuilder();
  return (
    <section className={styles.nothing} aria-label={t('types.settings')}>
      <Notice title={t('types.choose')}>{isReadOnly ? undefined : t('types.chooseText')}</Notice>
    </section>
  );
}
