// Adds an attribute: searches its kind.
import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { useTranslations } from '../../base/i18n.tsx';
import { BUILDER_KINDS } from '../../fields/builder/builder-kinds.ts';
import type { BuilderKind } from '../../fields/builder/builder-kind.ts';
import type { DraftModel } from '../../model/types/draft.ts';
import { addField } from '../../model/types/edit-draft.ts';
import { initialProperties, newField } from '../../model/types/new-parts.ts';
import { Button } from '../../ui/button.tsx';
import { ComboboxInput, optionClass, optionId } from '../../ui/combobox.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { useBuilder } from './builder.tsx';
import styles from './add-field.module.css';

interface AddFieldProps {
  readonly model: DraftModel;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

/** A button that turns into a search of kinds. */
export function AddField({ model, isOpen, onOpen }: AddFieldProps): ReactNode {
  const { t } = useTranslations();
  const { store, edit, chooseField } = useBuilder();
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    onOpen(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  if (!isOpen) {
    return (
      <div className={styles.add}>
        <Button
          ref={button}
          icon={PlusIcon}
          aria-keyshortcuts="a"
          trailing={<kbd className={styles.key}>a</kbd>}
          onPress={() => onOpen(true)}
        >
          {t('types.addField')}
        </Button>
      </div>
    );
  }
  return (
    <KindSearch
      isComponent={model.kind === 'component'}
      onClose={close}
      onLeave={() => onOpen(false)}
      onChoose={({ kind, initial }) => {
        const field = newField(store.newId(), initialProperties(model, kind, initial));
        edit((draft) => addField(draft, model.id, { field }));
        onOpen(false);
        chooseField(field.id, 'name');
      }}
    />
  );
}

interface KindSearchProps {
  readonly isComponent: boolean;
  readonly onChoose: (kind: BuilderKind) => void;
  readonly onClose: () => void;
  /** Called when the focus leaves the search. */
  readonly onLeave: () => void;
}

function KindSearch({ isComponent, onChoose, onClose, onLeave }: KindSearchProps): ReactNode {
  const { t, language } = useTranslations();
  const id = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // Newer browsers return a promise, which is not a cleanup function.
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const wanted = text.trim().toLocaleLowerCase(language);
  /** Rank: 0 if a word begins with the text, 1 if the description contains it, 2 otherwise. */
  const rank = ({ kind, name, hint }: BuilderKind): number => {
    const words = `${t(name)} ${kind}`.toLocaleLowerCase(language);
    if (words.split(' ').some((word) => word.startsWith(wanted))) return 0;
    return `${words} ${t(hint).toLocaleLowerCase(language)}`.includes(wanted) ? 1 : 2;
  };
  const kinds = BUILDER_KINDS.filter((kind) => !isComponent || kind.isInComponents)
    .filter((kind) => rank(kind) < 2)
    .toSorted((a, b) => rank(a) - rank(b));
  const current = Math.min(active, kinds.length - 1);
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [current, text]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const chosen = kinds[current];
    if (event.key === 'ArrowDown') setActive(Math.min(current + 1, kinds.length - 1));
    else if (event.key === 'ArrowUp') setActive(Math.max(current - 1, 0));
    else if (event.key === 'Enter' && chosen) onChoose(chosen);
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      className={styles.search}
      ref={box}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onLeave();
      }}
    >
      <ComboboxInput
        label={t('types.whichKind')}
        list={id}
        active={kinds.length > 0 ? current : null}
        text={text}
        onText={(next) => {
          setText(next);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      >
        <small role="status">{t('types.kindsFound', { count: kinds.length })}</small>
      </ComboboxInput>
      <ul
        id={id}
        ref={list}
        className={styles.kinds}
        {...(kinds.length > 0 ? { role: 'listbox', 'aria-label': t('types.kinds') } : {})}
      >
        {kinds.map((kind, index) => (
          <li
            key={kind.kind}
            id={optionId(id, index)}
            className={optionClass}
            role="option"
            aria-selected={index === current}
            // Keeps the focus in the search input.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(kind)}
          >
            <span className={styles.icon}>{kind.icon({ size: 18 })}</span>
            <b>{t(kind.name)}</b>
            <span>{t(kind.hint)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
