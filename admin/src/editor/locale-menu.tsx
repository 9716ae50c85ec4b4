// Menu of content locales.
import type { ReactNode } from 'react';
import { useT } from '../base/i18n.tsx';
import { Button } from '../ui/button.tsx';
import { ChevronDownIcon } from '../ui/icons.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { useProject } from './project.tsx';

interface LocaleMenuProps {
  /** Code of the current locale. */
  readonly current: string | null;
  readonly onChoose: (code: string) => void;
}

/** Renders nothing with a single locale. */
export function LocaleMenu({ current, onChoose }: LocaleMenuProps): ReactNode {
  const t = useT();
  const { locales } = useProject();
  if (locales.length < 2 || current === null) return null;
  const name = locales.find(({ code }) => code === current)?.name ?? current;
  return (
    <Menu
      label={t('locale')}
      selected={[current]}
      onSelect={([code]) => {
        if (code !== undefined && code !== current) onChoose(code);
      }}
      trigger={
        <Button
          variant="quiet"
          aria-label={t('locale.current', { code: current.toUpperCase(), name })}
          trailing={<ChevronDownIcon />}
        >
          {current.toUpperCase()}
        </Button>
      }
    >
      {locales.map(({ code, name: each }) => (
        <MenuItem key={code} id={code} note={code}>
          {each}
        </MenuItem>
      ))}
    </Menu>
  );
}
