// Switch between the light and the dark theme.
import type { ReactNode } from 'react';
import { useApi } from '../api/api.tsx';
import { chooseTheme, useTheme, type Theme } from '../base/theme.ts';
import { useT } from '../base/i18n.tsx';
import { MoonIcon, SunIcon, type Icon } from '../ui/icons.tsx';
import styles from './theme-switch.module.css';

/** The default is the preference of the device. */
export function ThemeSwitch(): ReactNode {
  const t = useT();
  return (
    <fieldset className={styles.themes}>
      <legend className="visually-hidden">{t('theme')}</legend>
      <ThemeChoice theme="light" label={t('theme.light')} icon={SunIcon} />
      <ThemeChoice theme="dark" label={t('theme.dark')} icon={MoonIcon} />
    </fieldset>
  );
}

function ThemeChoice({
  theme,
  label,
  icon,
}: {
  readonly theme: Theme;
  readonly label: string;
  readonly icon: Icon;
}): ReactNode {
  const current = useTheme();
  const { views } = useApi();
  return (
    <label title={label}>
      <input
        type="radio"
        name="theme"
        aria-label={label}
        checked={current === theme}
        onChange={() => {
          chooseTheme(theme);
          void views.prefer({ theme });
        }}
      />
      {icon({ size: 14 })}
    </label>
  );
}
