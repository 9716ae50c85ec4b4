// Search box: finds entries, files, destinations and commands with the keyboard.
import { useNavigate } from '@tanstack/react-router';
import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import type { Command } from '../../base/commands.ts';
import { useT } from '../../base/i18n.tsx';
import { afterOverlay } from '../../ui/after-overlay.ts';
import { ComboboxInput, optionClass, optionId } from '../../ui/combobox.tsx';
import { EntryIcon, PageIcon, PictureIcon, type Icon } from '../../ui/icons.tsx';
import { CommandIcon } from './icons.ts';
import { useResults, type Destination, type Result } from './use-results.ts';
import { classNames } from '../../ui/class-names.ts';
import { shadeClass } from '../../ui/shade.ts';
import styles from './search-box.module.css';

interface SearchBoxProps {
  /** Text typed while the search box was loading. */
  readonly typed: { readonly current: string };
  readonly commands: readonly Command[];
  readonly destinations: readonly Destination[];
  readonly onClose: () => void;
}

const ICONS: Readonly<Record<Result['kind'], Icon>> = {
  command: CommandIcon,
  destination: PageIcon,
  entry: EntryIcon,
  file: PictureIcon,
};

export function SearchBox({ typed, commands, destinations, onClose }: SearchBoxProps): ReactNode {
  const t = useT();
  const id = useId();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  useLayoutEffect(() => setText(typed.current), [typed]);
  const [chosen, setChosen] = useState<string | null>(null);
  const [isEntered, setEntered] = useState(false);
  const { list, isComplete } = useResults(text, { commands, destinations });
  const index = Math.max(
    0,
    list.findIndex((each) => each.id === chosen),
  );
  const active = list[index];
  const open = ({ command, to, search }: Result): void => {
    if (to === null) afterOverlay(() => command?.run());
    else void navigate({ to, search });
    onClose();
  };
  // Enter may be pressed before the response of the server.
  const openFirst = useEffectEvent(() => {
    setEntered(false);
    if (active) open(active);
  });
  useEffect(() => {
    if (isEntered && isComplete) openFirst();
  }, [isEntered, isComplete]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen(list[(index + step + list.length) % list.length]?.id ?? null);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (active && (isComplete || chosen !== null || active.kind === 'command')) open(active);
      else setEntered(true);
    }
  };
  return (
    <ModalOverlay
      className={classNames(shadeClass, styles.shade)}
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Modal className={styles.box ?? ''}>
        <Dialog className={styles.dialog ?? ''} aria-label={t('search.title')}>
          <ComboboxInput
            label={t('search.title')}
            placeholder={t('search.hint')}
            list={id}
            active={active ? index : null}
            text={text}
            onText={(next) => {
              setText(next);
              setChosen(null);
              setEntered(false);
            }}
            onKeyDown={onKeyDown}
          />
          <ul id={id} role="listbox" aria-label={t('search.results')} className={styles.list}>
            {list.map((each, at) => (
              <Row
                key={each.id}
                id={optionId(id, at)}
                result={each}
                isActive={at === index}
                onOpen={() => open(each)}
              />
            ))}
          </ul>
          <p className={styles.note} role="status">
            {isComplete && list.length === 0 ? t('list.noneFound') : null}
          </p>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function Row({
  id,
  result: { kind, label, note },
  isActive,
  onOpen,
}: {
  readonly id: string;
  readonly result: Result;
  readonly isActive: boolean;
  readonly onOpen: () => void;
}): ReactNode {
  return (
    <li
      id={id}
      role="option"
      className={optionClass}
      aria-selected={isActive}
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' });
      }}
      // Keeps the focus in the input.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onOpen}
    >
      {ICONS[kind]({})}
      <span>{label}</span>
      {note === '' ? null : kind === 'command' ? <kbd>{note}</kbd> : <small>{note}</small>}
    </li>
  );
}
