// Table cell.
import type { ReactNode } from 'react';
import type { Json } from '../../base/json.ts';
import { fullTime, parseTime, shortTime } from '../../base/time.ts';
import { useTranslations } from '../../base/i18n.tsx';
import { fieldKind } from '../../fields/registry.ts';
import type { Attribute } from '../../model/schema.ts';
import styles from './entry-table.module.css';

interface CellProps {
  readonly attribute: Attribute | null;
  readonly value: Json;
  /** Name of the last author; empty if unknown. */
  readonly by: string;
}

/** Shows the value as text; times are short, with the full time as title. */
export function Cell({ attribute, value, by }: CellProps): ReactNode {
  const { language } = useTranslations();
  if (attribute === null) return null;
  const time = attribute.type === 'datetime' ? parseTime(value) : null;
  if (time) {
    return (
      <span className={styles.when} title={fullTime(time, language)}>
        {shortTime(time, new Date(), language)}
        {by === '' ? null : ` · ${by.split(' ', 1)[0] ?? ''}`}
      </span>
    );
  }
  const kind = fieldKind(attribute.type);
  const text = kind.text(kind.parse(value), language);
  return <span className={styles.text}>{text === '' ? '–' : text}</span>;
}
