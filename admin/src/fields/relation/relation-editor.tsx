// Control of a relation: sortable targets, and a picker.
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { DialogTrigger, Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { useT } from '../../base/i18n.tsx';
import {
  moved,
  relationOf,
  TARGETS_AT_ONCE as PAGE,
  withEarlier,
  type RelationTarget,
} from '../../model/relations.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CloseIcon, PlusIcon } from '../../ui/icons.tsx';
import type { EditProps } from '../field-kind.ts';
import { useFieldHost, useOwner } from '../field-host.ts';
import { Grip } from '../parts/grip.tsx';
import { sortedItem, useSorting } from '../parts/sortable.ts';
import { TargetPicker } from './target-picker.tsx';
import { TargetName } from './target-name.tsx';
import styles from './relation.module.css';

export function RelationEditor({
  field,
  value,
  control,
  isReadOnly,
  onChange,
}: EditProps): ReactNode {
  const t = useT();
  const { items, earlier } = relationOf(value);
  const targets = items ?? [];
  const { isMultiple } = field.attribute;
  const set = (next: readonly RelationTarget[]): void => onChange({ items: next, earlier });
  const [list, sorting] = useSorting(targets.length, (from, to) => set(moved(targets, from, to)));
  const { load, hasFailed } = useEarlier(field.attribute.name, { items, earlier });
  const { id, ...described } = control;
  return (
    <div className={styles.relation} id={id} role="group" {...described} tabIndex={-1}>
      {hasFailed ? (
        <p className={styles.failed} role="alert">
          {t('relation.failed')}{' '}
          <Button size="small" onPress={load}>
            {t('again')}
          </Button>
        </p>
      ) : null}
      {items !== null && earlier > 0 ? (
        <Button size="small" variant="quiet" onPress={load}>
          {t('relation.earlier', { count: earlier })}
        </Button>
      ) : null}
      {items === null && !hasFailed ? <span className={styles.waiting} aria-busy="true" /> : null}
      {targets.length > 0 ? (
        <ul
          className={styles.targets}
          ref={(element) => {
            list.current = element;
          }}
        >
          {targets.map((target, index) => (
            <Target
              key={`${target.documentId} ${target.locale ?? ''}`}
              type={field.attribute.target ?? ''}
              target={target}
              isReadOnly={isReadOnly}
              item={sorting.item(index)}
              handle={isMultiple && targets.length > 1 ? sorting.handle(index) : null}
              onRemove={() => set(targets.filter((each) => each !== target))}
            />
          ))}
        </ul>
      ) : null}
      {isReadOnly || items === null ? (
        isReadOnly && targets.length === 0 && items !== null ? (
          <span className={styles.none}>{t('unknown.empty')}</span>
        ) : null
      ) : (
        <Picker
          field={field}
          targets={targets}
          onAdd={(target) => set(isMultiple ? [...targets, target] : [target])}
        />
      )}
    </div>
  );
}

interface TargetProps {
  readonly type: string;
  readonly target: RelationTarget;
  readonly isReadOnly: boolean;
  readonly item: object;
  /** Null if there is nothing to sort. */
  readonly handle: object | null;
  readonly onRemove: () => void;
}

function Target({ type, target, isReadOnly, item, handle, onRemove }: TargetProps): ReactNode {
  const t = useT();
  const { relations } = useFieldHost();
  const title = target.title || target.documentId;
  const address = relations.addressOf(type, target);
  return (
    <li className={classNames(sortedItem('row'), styles.target)} {...item}>
      {handle === null || isReadOnly ? null : <Grip name={title} handle={handle} />}
      {address === null ? (
        <TargetName target={target} />
      ) : (
        <a className={styles.link} href={address} target="_blank" rel="noreferrer">
          <TargetName target={target} />
        </a>
      )}
      {isReadOnly ? null : (
        <IconButton
          size="small"
          label={t('relation.remove', { name: title })}
          icon={SmallCloseIcon}
          onPress={onRemove}
        />
      )}
    </li>
  );
}

function SmallCloseIcon(): ReactNode {
  return <CloseIcon size={12} />;
}

function Picker({
  field,
  targets,
  onAdd,
}: Pick<EditProps, 'field'> & {
  readonly targets: readonly RelationTarget[];
  readonly onAdd: (target: RelationTarget) => void;
}): ReactNode {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const { isMultiple } = field.attribute;
  const isChange = !isMultiple && targets.length > 0;
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button size="small" className={styles.add} {...(isChange ? {} : { icon: SmallPlusIcon })}>
        {t(isChange ? 'relation.change' : 'relation.add')}{' '}
        <span className="visually-hidden">{field.label}</span>
      </Button>
      <Popover className={styles.popover ?? ''} placement="bottom start" offset={4}>
        <Dialog
          className={styles.dialog ?? ''}
          aria-label={t('relation.addTo', { field: field.label })}
        >
          <TargetPicker
            field={field}
            chosen={targets}
            onAdd={(target) => {
              onAdd(target);
              if (!isMultiple) setOpen(false);
            }}
          />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

function SmallPlusIcon(): ReactNode {
  return <PlusIcon size={12} />;
}

/** Loads the last targets, and earlier ones on demand. */
function useEarlier(
  field: string,
  { items, earlier }: ReturnType<typeof relationOf>,
): { readonly load: () => void; readonly hasFailed: boolean } {
  const { relations, fill } = useFieldHost();
  const owner = useOwner();
  const [hasFailed, setFailed] = useState(false);
  const load = async (): Promise<void> => {
    setFailed(false);
    try {
      const page = Math.floor((items?.length ?? 0) / PAGE) + 1;
      const { targets } = await relations.related(owner, field, page);
      const known = new Set(items?.map(({ documentId, locale }) => `${documentId} ${locale}`));
      const more = targets.filter(
        ({ documentId, locale }) => !known.has(`${documentId} ${locale}`),
      );
      fill([...owner.path, field], (value) => withEarlier(relationOf(value), more, earlier));
    } catch {
      setFailed(true);
    }
  };
  const loadLast = useEffectEvent(() => void load());
  const isMissing = items === null;
  useEffect(() => {
    if (isMissing) loadLast();
  }, [isMissing]);
  return { load: () => void load(), hasFailed };
}
