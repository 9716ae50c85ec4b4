// List of the attributes of a model, with summaries.
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useShortcuts } from '../../base/keys.ts';
import { useT } from '../../base/i18n.tsx';
import { Grip } from '../../fields/parts/grip.tsx';
import { sortedItem, useSorting, type Sorting } from '../../fields/parts/sortable.ts';
import { builderKind } from '../../fields/builder/builder-kinds.ts';
import {
  isLocalized,
  modelOf,
  typeOf,
  type DraftField,
  type DraftModel,
} from '../../model/types/draft.ts';
import { moveField } from '../../model/types/edit-draft.ts';
import { restorePart } from '../../model/types/new-parts.ts';
import { fieldIssues } from '../../model/types/draft-issues.ts';
import { fieldNameIssue } from '../../model/types/names.ts';
import { Button } from '../../ui/button.tsx';
import { AdjustmentsIcon } from '../../ui/icons.tsx';
import { Pill } from '../../ui/pill.tsx';
import { AddField } from './add-field.tsx';
import { useBuilder } from './builder.tsx';
import { fieldSummary } from './field-summary.ts';
import { RetainedList } from './retained-list.tsx';
import { useRemoveField } from './use-remove.ts';
import styles from './field-list.module.css';

export function FieldList({ model }: { readonly model: DraftModel }): ReactNode {
  const t = useT();
  const builder = useBuilder();
  const { store, retained, field: chosen, isReadOnly, edit, chooseField } = builder;
  const { fields } = model;
  const [active, setActive] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const [isAdding, setAdding] = useState(false);
  const rows = useRef<HTMLElement | null>(null);
  const remove = useRemoveField();
  const [list, sorting] = useSorting(fields.length, (from, to) => {
    edit((draft) => moveField(draft, model.id, [from, to]));
    const name = fields[from]?.name ?? '';
    setAnnouncement(t('types.position', { name, position: to + 1, count: fields.length }));
  });
  useShortcuts(isReadOnly ? {} : { a: () => setAdding(true) });
  const focusRow = (index: number): void => {
    const buttons = rows.current?.querySelectorAll<HTMLElement>('[data-field]');
    buttons?.[Math.max(0, Math.min(index, buttons.length - 1))]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    if (event.altKey) return isReadOnly ? undefined : sorting.onKeyDown(event, index);
    if (event.key === 'ArrowDown') focusRow(index + 1);
    else if (event.key === 'ArrowUp') focusRow(index - 1);
    else if (event.key === 'Home') focusRow(0);
    else if (event.key === 'End') focusRow(fields.length - 1);
    else if (event.key === 'Delete' && !isReadOnly) {
      const field = fields[index];
      if (!field || field.properties['configurable'] === false) return;
      remove(model, field);
      requestAnimationFrame(() => focusRow(index));
    } else return;
    event.preventDefault();
  };
  const current = fields.find(({ id }) => id === (active ?? chosen?.id)) ?? fields[0];
  const gone = retained.filter(
    ({ uid, attribute }) =>
      uid === model.from && attribute !== null && !fields.some(({ name }) => name === attribute),
  );
  return (
    <section className={styles.middle} aria-label={t('types.fields', { name: model.displayName })}>
      <header className={styles.head}>
        <div>
          <h2>{model.displayName || t('types.unnamed')}</h2>
          <p>{modelSummary(model, t).join(' · ')}</p>
        </div>
        <Button icon={AdjustmentsIcon} onPress={() => chooseField(null)}>
          {t('types.typeSettings')}
        </Button>
      </header>
      {fields.length === 0 ? (
        <p className={styles.none}>{isReadOnly ? '' : t('types.noFields')}</p>
      ) : (
        <ol
          className={styles.rows}
          ref={(element) => {
            list.current = element;
            rows.current = element;
          }}
        >
          {fields.map((field, index) => (
            <FieldRow
              key={field.id}
              model={model}
              field={field}
              index={index}
              sorting={sorting}
              isCurrent={current?.id === field.id}
              onFocus={() => setActive(field.id)}
              onKeyDown={(event) => onKeyDown(event, index)}
            />
          ))}
        </ol>
      )}
      {isReadOnly ? null : (
        <AddField key={model.id} model={model} isOpen={isAdding} onOpen={setAdding} />
      )}
      <RetainedList
        parts={gone.map((part) => ({ part, name: part.attribute ?? '' }))}
        onRestore={(part) => {
          const id = store.newId();
          edit((draft) => restorePart(draft, part, id));
          chooseField(id);
        }}
      />
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </section>
  );
}

function modelSummary(model: DraftModel, t: ReturnType<typeof useT>): readonly string[] {
  const kinds = {
    collectionType: t('home.collection'),
    singleType: t('home.single'),
    component: t('types.component'),
  };
  return [
    kinds[model.kind],
    ...(model.hasDrafts ? [t('types.drafts')] : []),
    ...(isLocalized(model) ? [t('types.localized')] : []),
    ...(model.description ? [model.description] : []),
  ];
}

interface FieldRowProps {
  readonly model: DraftModel;
  readonly field: DraftField;
  readonly index: number;
  readonly sorting: Sorting;
  /** True if it is in the tab order; others are reached with arrow keys. */
  readonly isCurrent: boolean;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function FieldRow({
  model,
  field,
  index,
  sorting,
  isCurrent,
  onFocus,
  onKeyDown,
}: FieldRowProps): ReactNode {
  const t = useT();
  const { state, field: chosen, reserved, isReadOnly, chooseField } = useBuilder();
  const kind = builderKind(typeOf(field));
  const before = modelOf(state.base, model.id)?.fields.find(({ id }) => id === field.id);
  const isWrong =
    before !== field &&
    (fieldNameIssue(field.name, model, { reserved, id: field.id }) !== null ||
      fieldIssues(field).length > 0);
  return (
    <li className={sortedItem('column')} {...sorting.item(index)}>
      <div className={styles.row} aria-current={chosen?.id === field.id || undefined}>
        {isReadOnly ? null : (
          <Grip name={field.name} handle={{ ...sorting.handle(index), tabIndex: -1 }} />
        )}
        <button
          type="button"
          data-field={field.id}
          className={styles.field}
          tabIndex={isCurrent ? 0 : -1}
          aria-keyshortcuts="Delete Alt+ArrowUp Alt+ArrowDown"
          title={isReadOnly ? undefined : t('types.fieldsHint')}
          onFocus={onFocus}
          onKeyDown={onKeyDown}
          onClick={(event) => chooseField(field.id, event.detail === 0 ? 'name' : null)}
        >
          <span className={styles.icon}>{kind?.icon({ size: 18 })}</span>
          <span className={styles.words}>
            <bdi className={styles.name}>{field.name || t('types.unnamed')}</bdi>
            <span className={styles.facts}>{fieldSummary(field, state.draft, t).join(' · ')}</span>
          </span>
          {isWrong ? (
            <Pill tone="bad">{t('types.hasIssues')}</Pill>
          ) : field.from === null ? (
            <Pill tone="ok">{t('types.isNew')}</Pill>
          ) : before !== field ? (
            <Pill tone="warn">{t('types.isChanged')}</Pill>
          ) : null}
        </button>
      </div>
    </li>
  );
}
