// Cell with the locales of the project, which marks missing ones.
import type { ReactNode } from 'react';
import { objectsOf, type JsonObject } from '../../base/json.ts';
import { useT } from '../../base/i18n.tsx';
import { useProject } from '../../editor/project.tsx';
import styles from './locales-cell.module.css';

/** The row contains the other locales of its document. */
export function LocalesCell({ row }: { readonly row: JsonObject }): ReactNode {
  const t = useT();
  const { locales } = useProject();
  const present = [row, ...objectsOf(row['localizations'])].map(({ locale }) => locale);
  return (
    <td>
      <span className={styles.locales}>
        {locales.map(({ code }) => {
          const isPresent = present.includes(code);
          const name = code.toUpperCase();
          return (
            <span
              key={code}
              role="img"
              aria-label={t(isPresent ? 'list.hasLocale' : 'list.lacksLocale', { code: name })}
              data-present={isPresent}
            >
              {name}
            </span>
          );
        })}
      </span>
    </td>
  );
}
