// Searchable list of types and components.
import { Link } from '@tanstack/react-router';
import { useRef, useState, type ReactNode } from 'react';
import { useShortcuts } from '../../base/keys.ts';
import { useTranslations } from '../../base/i18n.tsx';
import { changedModels } from '../../model/types/draft-request.ts';
import { modelOf, modelsOf, type DraftModel } from '../../model/types/draft.ts';
import { restorePart } from '../../model/types/new-parts.ts';
import { Button } from '../../ui/button.tsx';
import { inputClass } from '../../ui/field.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { sideHeadingClass, sideLinkClass } from '../../ui/side-nav.ts';
import { pathOf, useBuilder } from './builder.tsx';
import { RetainedList } from './retained-list.tsx';
import { MODEL_ICONS } from './type-icons.tsx';
import { useNewModel } from './use-new-model.ts';
import styles from './type-list.module.css';

export function TypeList(): ReactNode {
  const { t, language } = useTranslations();
  const { state, store, retained, isReadOnly, edit, chooseModel } = useBuilder();
  const { base, draft } = state;
  const [text, setText] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const create = useNewModel();
  useShortcuts({
    '/': () => search.current?.focus(),
    ...(isReadOnly ? {} : { n: () => create('collectionType') }),
  });
  const wanted = text.trim().toLocaleLowerCase(language);
  const isFound = ({ displayName, id }: DraftModel): boolean =>
    `${displayName} ${id}`.toLocaleLowerCase(language).includes(wanted);
  const components = modelsOf(draft, ['component'], language).filter(isFound);
  const categories = [...new Set(components.map(({ category }) => category))].toSorted((a, b) =>
    a.localeCompare(b, language),
  );
  const groups = [
    [t('types.collections'), modelsOf(draft, ['collectionType'], language).filter(isFound)],
    [t('types.singles'), modelsOf(draft, ['singleType'], language).filter(isFound)],
    ...categories.map(
      (category) =>
        [
          `${t('types.components')} · ${category}`,
          components.filter((model) => model.category === category),
        ] as const,
    ),
  ] as const;
  const shown = groups.filter(([, models]) => models.length > 0);
  const changed = new Set(changedModels(base, draft).map(({ id }) => id));
  const gone = retained.filter(({ uid, attribute }) => attribute === null && !modelOf(draft, uid));
  return (
    <nav className={styles.list} aria-label={t('types.list')}>
      <div className={styles.tools}>
        <input
          ref={search}
          type="search"
          className={inputClass}
          aria-label={t('types.find')}
          placeholder={t('types.find')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {isReadOnly ? null : (
          <Menu label={t('types.new')} trigger={<Button icon={PlusIcon}>{t('types.new')}</Button>}>
            <MenuItem
              icon={MODEL_ICONS.collectionType}
              note="n"
              onAction={() => create('collectionType')}
            >
              {t('types.newCollection')}
            </MenuItem>
            <MenuItem icon={MODEL_ICONS.singleType} onAction={() => create('singleType')}>
              {t('types.newSingle')}
            </MenuItem>
            <MenuItem icon={MODEL_ICONS.component} onAction={() => create('component')}>
              {t('types.newComponent')}
            </MenuItem>
          </Menu>
        )}
      </div>
      {shown.map(([title, models]) => (
        <section key={title}>
          <h2 className={sideHeadingClass}>{title}</h2>
          <ul>
            {models.map((model) => (
              <TypeLink
                key={model.id}
                model={model}
                isNew={model.from === null}
                isChanged={changed.has(model.id)}
              />
            ))}
          </ul>
        </section>
      ))}
      {shown.length === 0 && wanted !== '' ? <p role="status">{t('types.noneFound')}</p> : null}
      <RetainedList
        parts={gone.map((part) => ({ part, name: part.uid }))}
        onRestore={(part) => {
          const id = store.newId();
          edit((all) => restorePart(all, part, id));
          chooseModel(modelOf(store.state.draft, id));
        }}
      />
    </nav>
  );
}

interface TypeLinkProps {
  readonly model: DraftModel;
  readonly isNew: boolean;
  readonly isChanged: boolean;
}

function TypeLink({ model, isNew, isChanged }: TypeLinkProps): ReactNode {
  const { t } = useTranslations();
  const { model: current } = useBuilder();
  const note = isNew ? t('types.isNew') : isChanged ? t('types.isChanged') : null;
  return (
    <li>
      <Link
        to={`/plugins/content-type-builder/${pathOf(model)}`}
        className={sideLinkClass}
        aria-current={current?.id === model.id ? 'page' : undefined}
        preload={false}
      >
        {MODEL_ICONS[model.kind]({})}
        <span className={model.displayName === '' ? styles.unnamed : undefined}>
          {model.displayName || t('types.unnamed')}
        </span>
        {note === null ? null : <small>{note}</small>}
      </Link>
    </li>
  );
}
