// Picker of targets with server search, infinite scroll, and virtualized rows.
import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { useT } from '../../base/i18n.tsx';
import type { RelationTarget } from '../../model/relations.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ComboboxInput, optionClass, optionId } from '../../ui/combobox.tsx';
import type { EditProps } from '../field-kind.ts';
import { CreateTarget } from './create-target.tsx';
import { TargetName } from './target-name.tsx';
import { useCandidates } from './use-candidates.ts';
import styles from './target-picker.module.css';

/** Height of a row in pixels, as in the styles. */
const ROW = 40;

/** Number of visible rows. */
const SHOWN = 8;

interface TargetPickerProps extends Pick<EditProps, 'field'> {
  readonly chosen: readonly RelationTarget[];
  readonly onAdd: (target: RelationTarget) => void;
}

export function TargetPicker({ field, chosen, onAdd }: TargetPickerProps): ReactNode {
  const t = useT();
  const id = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const [added, setAdded] = useState('');
  const { more, again, ...found } = useCandidates(field.attribute.name, { text, chosen });
  const { items: targets, total, isBusy, hasFailed } = found;
  const current = Math.min(active, targets.length - 1);
  const add = (target: RelationTarget | undefined): void => {
    if (target === undefined) return;
    setAdded(target.title || target.documentId);
    onAdd(target);
  };
  const move = (index: number): void => {
    const next = Math.min(Math.max(index, 0), targets.length - 1);
    setActive(next);
    if (next >= targets.length - SHOWN) more();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: SHOWN,
      PageUp: -SHOWN,
    };
    const step = steps[event.key];
    if (step !== undefined) move(current + step);
    else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) add(targets[current]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <ComboboxInput
        label={t('relation.find')}
        list={`${id}-list`}
        active={targets.length > 0 ? current : null}
        text={text}
        onText={(next) => {
          setText(next);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      >
        <small aria-live="polite">{isBusy ? '' : t('relation.found', { count: total })}</small>
      </ComboboxInput>
      <TargetList
        id={`${id}-list`}
        targets={targets}
        total={total}
        current={current}
        onNearEnd={more}
        onAdd={add}
      />
      {targets.length === 0 && !isBusy && !hasFailed ? (
        <p className={styles.note}>{t('list.noneFound')}</p>
      ) : null}
      {hasFailed ? (
        <p className={styles.note} role="alert">
          {t('relation.failed')}{' '}
          <Button size="small" onPress={again}>
            {t('again')}
          </Button>
        </p>
      ) : null}
      <CreateTarget field={field} title={text.trim()} onCreated={add} />
      <span className="visually-hidden" role="status">
        {added === '' ? '' : t('relation.added', { name: added })}
      </span>
    </>
  );
}

interface TargetListProps {
  readonly id: string;
  readonly targets: readonly RelationTarget[];
  readonly total: number;
  readonly current: number;
  readonly onNearEnd: () => void;
  readonly onAdd: (target: RelationTarget) => void;
}

/** Renders visible rows, and a few around them. */
function TargetList({ id, targets, total, current, onNearEnd, onAdd }: TargetListProps): ReactNode {
  const t = useT();
  const [top, setTop] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => scrollTo(list.current, current), [current]);
  const first = Math.max(0, Math.floor(top / ROW) - SHOWN);
  const last = Math.min(targets.length, Math.ceil(top / ROW) + SHOWN * 2);
  return (
    <div
      className={styles.list}
      id={id}
      {...(targets.length > 0 ? { role: 'listbox', 'aria-label': t('relation.find') } : {})}
      ref={list}
      onScroll={({ currentTarget }) => {
        setTop(currentTarget.scrollTop);
        if (currentTarget.scrollTop + currentTarget.clientHeight > (targets.length - SHOWN) * ROW)
          onNearEnd();
      }}
    >
      <div role="presentation" style={{ blockSize: targets.length * ROW }}>
        {targets.slice(first, last).map((target, offset) => {
          const index = first + offset;
          return (
            <div
              key={`${target.documentId} ${target.locale ?? ''}`}
              className={classNames(optionClass, styles.option)}
              id={optionId(id, index)}
              role="option"
              aria-selected={index === current}
              aria-setsize={total}
              aria-posinset={index + 1}
              style={{ insetBlockStart: index * ROW }}
              // Keeps the focus in the search input.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onAdd(target)}
            >
              <TargetName target={target} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

function scrollTo(list: HTMLDivElement | null, index: number): void {
  if (list === null) return;
  const top = index * ROW;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + ROW > list.scrollTop + list.clientHeight) {
    list.scrollTop = top + ROW - list.clientHeight;
  }
}
