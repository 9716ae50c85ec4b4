// A component in a list: a foldable head and its fields.
import {
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import type { Json } from '../../base/json.ts';
import { matchesShortcut } from '../../base/keys.ts';
import { useT } from '../../base/i18n.tsx';
import { isStoredId } from '../../model/components.ts';
import type { Path } from '../../model/document.ts';
import type { ComponentForm } from '../../model/layout.ts';
import type { Attribute } from '../../model/schema.ts';
import { classNames } from '../../ui/class-names.ts';
import { AlertIcon, ChevronDownIcon } from '../../ui/icons.tsx';
import { MenuItem, MenuLine } from '../../ui/menu.tsx';
import { OwnerContext, useFieldHost, type FieldOwner } from '../field-host.ts';
import { Grip } from '../parts/grip.tsx';
import { MoreMenu } from '../parts/more-menu.tsx';
import { sortedItem, type Sorting } from '../parts/sortable.ts';
import { sectionId, useFaults, useSummary } from './section-view.ts';
import styles from './component.module.css';

interface SectionProps {
  readonly attribute: Attribute;
  /** Undefined if the component does not exist any more. */
  readonly form: ComponentForm | undefined;
  /** Path of the list. */
  readonly list: Path;
  readonly id: Json;
  readonly index: number;
  readonly count: number;
  readonly isOpen: boolean;
  /** True after it was added, to focus the first field. */
  readonly isNew: boolean;
  readonly isReadOnly: boolean;
  /** True if the list has reached its maximum length. */
  readonly isFull: boolean;
  readonly sorting: Sorting;
  readonly onToggle: () => void;
  readonly onMove: (to: number) => void;
  readonly onDuplicate: () => void;
  /** Copies it to the clipboard. */
  readonly onCopy: () => void;
  /** Labels of all positions in order. */
  readonly placeNames: () => readonly string[];
  readonly onRemove: () => void;
}

export function Section(props: SectionProps): ReactNode {
  const { attribute, form, list, id, index, isOpen, isNew, isReadOnly, sorting } = props;
  const t = useT();
  const { Rows } = useFieldHost();
  const inside = useId();
  const element = useRef<HTMLLIElement>(null);
  const path = useMemo<Path>(() => [...list, index], [list, index]);
  const summary = useSummary(path, attribute);
  const isFaulty = useFaults(path, attribute);
  const owner = useMemo<FieldOwner>(
    () => ({ uid: form?.uid ?? '', id: isStoredId(id) ? String(id) : null, path }),
    [form, id, path],
  );
  useEffect(() => {
    if (!isNew) return;
    const section = element.current;
    section?.scrollIntoView({ block: 'nearest' });
    section
      ?.querySelector<HTMLElement>(
        '[data-inside] :is(input, textarea, select, [contenteditable=true])',
      )
      ?.focus();
  }, [isNew]);
  const onKeyDown = (event: KeyboardEvent): void => {
    sorting.onKeyDown(event, index);
    const run = (shortcut: string, act: () => void): void => {
      if (event.defaultPrevented || !matchesShortcut(event, shortcut)) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    run('Ctrl+.', props.onToggle);
    if (!isReadOnly && !props.isFull) run('Ctrl+Shift+D', props.onDuplicate);
  };
  const kind = form?.displayName ?? '';
  const name = `${kind} ${index + 1}`;
  return (
    <li
      ref={element}
      id={sectionId(path)}
      className={classNames(sortedItem('column'), styles.section, isFaulty && styles.faulty)}
      {...sorting.item(index)}
      {...(isReadOnly ? {} : { onKeyDown })}
    >
      <div className={styles.head}>
        {isReadOnly || props.count < 2 ? (
          <span className={styles.noGrip} />
        ) : (
          <Grip name={name} handle={sorting.handle(index)} />
        )}
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={inside}
          onClick={props.onToggle}
        >
          <span className={styles.number}>{index + 1}</span>
          <span className={styles.kind}>{kind}</span>
          <span className={styles.summary}>{summary}</span>
          {isFaulty ? (
            <span className={styles.fault}>
              <AlertIcon size={14} />
              <span className="visually-hidden">{t('issue.inside')}</span>
            </span>
          ) : null}
          <ChevronDownIcon />
        </button>
        {isReadOnly ? null : <SectionMenu {...props} name={name} />}
      </div>
      <div id={inside} data-inside className={styles.inside} hidden={!isOpen}>
        {isOpen && form ? (
          <OwnerContext value={owner}>
            <Rows rows={form.rows} />
          </OwnerContext>
        ) : null}
      </div>
    </li>
  );
}

function SectionMenu({
  name,
  index,
  count,
  isFull,
  onMove,
  onDuplicate,
  onCopy,
  placeNames,
  onRemove,
}: SectionProps & { readonly name: string }): ReactNode {
  const t = useT();
  const [isMoving, setMoving] = useState(false);
  return (
    <MoreMenu
      label={t('section.actions', { name })}
      next={
        isMoving
          ? {
              label: t('section.moveTo'),
              children: placeNames().map((place, to) => (
                <MenuItem key={place} isDisabled={to === index} onAction={() => onMove(to)}>
                  {place}
                </MenuItem>
              )),
            }
          : null
      }
      onNextClose={() => setMoving(false)}
    >
      <MenuItem note="Alt+↑" isDisabled={index === 0} onAction={() => onMove(index - 1)}>
        {t('section.up')}
      </MenuItem>
      <MenuItem note="Alt+↓" isDisabled={index === count - 1} onAction={() => onMove(index + 1)}>
        {t('section.down')}
      </MenuItem>
      <MenuItem isDisabled={index === 0} onAction={() => onMove(0)}>
        {t('section.first')}
      </MenuItem>
      <MenuItem isDisabled={index === count - 1} onAction={() => onMove(count - 1)}>
        {t('section.last')}
      </MenuItem>
      <MenuItem isDisabled={count < 3} onAction={() => setMoving(true)}>
        {t('section.moveTo')}
      </MenuItem>
      <MenuItem note="Ctrl+Shift+D" isDisabled={isFull} onAction={onDuplicate}>
        {t('section.duplicate')}
      </MenuItem>
      <MenuItem note="Ctrl+C" onAction={onCopy}>
        {t('section.copy')}
      </MenuItem>
      <MenuLine />
      <MenuItem tone="bad" onAction={onRemove}>
        {t('section.remove')}
      </MenuItem>
    </MoreMenu>
  );
}
