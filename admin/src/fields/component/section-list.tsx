// List of components that can be inserted, folded, sorted, duplicated and removed.
import { Fragment, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslations } from '../../base/i18n.tsx';
import type { JsonObject } from '../../base/json.ts';
import { asNew, itemsOf } from '../../model/components.ts';
import { moved } from '../../model/relations.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { EditProps } from '../field-kind.ts';
import { useFieldHost, useOwner } from '../field-host.ts';
import { FoldIcon, UnfoldIcon } from '../parts/icons.tsx';
import { useSorting } from '../parts/sortable.ts';
import { emptyItem, formOf, summaryOf } from './component-value.ts';
import {
  copiedSection,
  keepSection,
  parseSection,
  printSection,
  writeClipboard,
} from './copied-section.ts';
import { useClipboard } from './use-clipboard.ts';
import { InsertButton } from './insert-button.tsx';
import { Section } from './section.tsx';
import { useStableKeys } from './stable-keys.ts';
import styles from './component.module.css';

/** `value` is the shape: items with their ids and component uids. */
export function SectionList({ field, value, control, isReadOnly }: EditProps): ReactNode {
  const { t, language } = useTranslations();
  const toast = useToast();
  const { store, components } = useFieldHost();
  const owner = useOwner();
  const { attribute } = field;
  const fieldPath = useMemo(() => [...owner.path, attribute.name], [owner.path, attribute.name]);
  const shape = itemsOf(value);
  const keys = useStableKeys(shape.map(({ id }) => id));
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(attribute.type === 'dynamiczone' ? keys.slice(0, 1) : []),
  );
  const items = (): readonly JsonObject[] => itemsOf(store.read(fieldPath));
  const set = (next: readonly JsonObject[]): void => store.write(fieldPath, next);
  const [list, sorting] = useSorting(shape.length, (from, to) => set(moved(items(), from, to)));
  const pending = useRef<string | null>(null);
  const toggle = (key: string): void => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  };
  const insert = (index: number, item: JsonObject): void => {
    const key = String(item['id']);
    pending.current = key;
    setOpen(new Set([...open, key]));
    set([...items().slice(0, index), item, ...items().slice(index)]);
  };
  const remove = (index: number): void => {
    const before = items();
    set(before.filter((_, at) => at !== index));
    toast({
      text: t('section.removed'),
      action: { label: t('entry.undo'), run: () => set(before) },
    });
  };
  const uids = attribute.component === null ? attribute.components : [attribute.component];
  const choices = uids.flatMap((uid) => components.forms.get(uid) ?? []);
  const isFull = attribute.max !== null && shape.length >= attribute.max;
  const canInsert = !isReadOnly && !isFull && choices.length > 0;
  const isIn = { attribute, context: components };
  const parse = (text: string): JsonObject | null => parseSection(text, choices, isIn);
  /** Positions, kinds and labels of the sections. */
  const placeNames = (): readonly string[] =>
    items().map((item, index) => {
      const kind = formOf(item, attribute, components)?.displayName ?? '';
      return `${index + 1} ${kind} ${summaryOf(item, language, isIn)}`.trim();
    });
  const copy = (index: number): string => {
    const item = items()[index] ?? {};
    const text = printSection(formOf(item, attribute, components)?.uid ?? '', item);
    keepSection(text);
    toast({ text: t('section.copied') });
    return text;
  };
  useClipboard(list, {
    onCopy: copy,
    onPaste(text, index) {
      const item = canInsert ? parse(text) : null;
      if (item) insert(index + 1, item);
      return item !== null;
    },
  });
  const inserter = (index: number, isLast: boolean): ReactNode => (
    <InsertButton
      choices={choices}
      label={isLast ? t('section.add') : t('section.addHere')}
      isLast={isLast}
      onChoose={(uid) => insert(index, emptyItem(uid, attribute, components))}
      copied={() => parse(copiedSection())}
      onPaste={(item) => insert(index, item)}
    />
  );
  const isAllFolded = open.size === 0;
  const { id, ...described } = control;
  return (
    <div className={styles.zone} id={id} role="group" {...described} tabIndex={-1}>
      {shape.length > 1 ? (
        <Button
          size="small"
          variant="quiet"
          className={styles.foldAll}
          icon={isAllFolded ? UnfoldIcon : FoldIcon}
          onPress={() => setOpen(isAllFolded ? new Set(keys) : new Set())}
        >
          {isAllFolded ? t('section.unfoldAll') : t('section.foldAll')}
        </Button>
      ) : null}
      <ol
        className={styles.sections}
        ref={(element) => {
          list.current = element;
        }}
      >
        {shape.map((item, index) => {
          const key = keys[index] ?? '';
          return (
            <Fragment key={key}>
              {index > 0 && canInsert ? (
                <li className={styles.between}>{inserter(index, false)}</li>
              ) : null}
              <Section
                attribute={attribute}
                form={formOf(item, attribute, components)}
                list={fieldPath}
                id={item['id'] ?? null}
                index={index}
                count={shape.length}
                isOpen={open.has(key)}
                isNew={pending.current === key}
                isReadOnly={isReadOnly}
                isFull={isFull}
                sorting={sorting}
                onToggle={() => toggle(key)}
                onMove={(to) => set(moved(items(), index, to))}
                onDuplicate={() => {
                  const copy = asNew(items()[index] ?? null);
                  const [made] = itemsOf(copy);
                  if (made) insert(index + 1, made);
                }}
                onCopy={() => writeClipboard(copy(index))}
                placeNames={placeNames}
                onRemove={() => remove(index)}
              />
            </Fragment>
          );
        })}
      </ol>
      {canInsert ? inserter(shape.length, true) : null}
    </div>
  );
}
