// Toolbar of text editors: block types, marks, links and images, with arrow key navigation.
import { Fragment, type ReactNode } from 'react';
import { Toolbar as AriaToolbar } from 'react-aria-components/Toolbar';
import { useT } from '../../base/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ChevronDownIcon, type Icon } from '../../ui/icons.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import styles from './toolbar.module.css';

/** A toolbar button. */
export interface Tool {
  readonly label: string;
  /** Shortcut, or empty. */
  readonly keys: string;
  readonly icon: Icon;
  /** Null for an action that is not a toggle. */
  readonly isOn: boolean | null;
  readonly onUse: () => void;
}

/** A block type in the menu. */
export interface BlockChoice {
  readonly id: string;
  readonly label: string;
  readonly keys: string;
}

interface ToolbarProps {
  /** Label of the field. */
  readonly field: string;
  readonly blocks: readonly BlockChoice[];
  /** Id of the block type at the caret; null for several. */
  readonly block: string | null;
  readonly onBlock: (id: string) => void;
  /** Groups of buttons, with separators. */
  readonly tools: readonly (readonly Tool[])[];
  readonly words: number;
}

export function Toolbar({ field, blocks, block, onBlock, tools, words }: ToolbarProps): ReactNode {
  const t = useT();
  const current = blocks.find(({ id }) => id === block)?.label ?? t('writing.block');
  return (
    <AriaToolbar className={styles.toolbar ?? ''} aria-label={t('writing.tools', { field })}>
      <Menu
        label={t('writing.block')}
        placement="bottom start"
        selected={block === null ? [] : [block]}
        onSelect={([id]) => {
          // Selecting the current value yields an empty set.
          if (id !== undefined) onBlock(id);
        }}
        trigger={
          <Button
            size="small"
            variant="quiet"
            className={styles.block}
            trailing={<ChevronDownIcon />}
          >
            {current}
          </Button>
        }
      >
        {blocks.map(({ id, label, keys }) => (
          <MenuItem key={id} id={id} note={keys}>
            {label}
          </MenuItem>
        ))}
      </Menu>
      {tools.map((group) => (
        <Fragment key={group[0]?.label}>
          <span className={styles.line} />
          {group.map((tool) => (
            <ToolButton key={tool.label} {...tool} />
          ))}
        </Fragment>
      ))}
      <small className={styles.words}>{t('writing.words', { count: words })}</small>
    </AriaToolbar>
  );
}

function ToolButton({ label, keys, icon, isOn, onUse }: Tool): ReactNode {
  return (
    <button
      type="button"
      className={classNames(styles.tool)}
      aria-label={label}
      title={keys === '' ? label : `${label} (${keys})`}
      {...(isOn === null ? {} : { 'aria-pressed': isOn })}
      // Keeps the focus and the selection in the text.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onUse}
    >
      {icon({ size: 17 })}
    </button>
  );
}
