// Outline of the sections of an entry, with links.
import { useMemo, type ReactNode } from 'react';
import { useT } from '../base/i18n.tsx';
import { formOf } from '../fields/component/component-value.ts';
import { sectionId, useFaults, useSummary } from '../fields/component/section-view.ts';
import { itemsOf } from '../model/components.ts';
import type { FormLayout, LayoutField } from '../model/layout.ts';
import { AlertIcon } from '../ui/icons.tsx';
import { useEntrySession, useShape } from './session-context.tsx';
import styles from './outline.module.css';

/** Lists the sections of all dynamic zones. */
export function Outline({ layout }: { readonly layout: FormLayout }): ReactNode {
  const zones = layout.rows.flat().filter(({ attribute }) => attribute.type === 'dynamiczone');
  return zones.map((field) => <ZoneOutline key={field.attribute.name} field={field} />);
}

function ZoneOutline({ field }: { readonly field: LayoutField }): ReactNode {
  const t = useT();
  const { name } = field.attribute;
  const path = useMemo(() => [name], [name]);
  const items = itemsOf(useShape(path));
  if (items.length < 2) return null;
  return (
    <nav className={styles.outline} aria-label={t('outline.of', { field: field.label })}>
      <h2>
        {field.label} <span>{items.length}</span>
      </h2>
      <ol>
        {items.map((item, index) => (
          <OutlineRow key={String(item['id'])} field={field} item={item} index={index} />
        ))}
      </ol>
    </nav>
  );
}

function OutlineRow({
  field,
  item,
  index,
}: {
  readonly field: LayoutField;
  readonly item: ReturnType<typeof itemsOf>[number];
  readonly index: number;
}): ReactNode {
  const t = useT();
  const { form } = useEntrySession();
  const { attribute } = field;
  const path = useMemo(() => [attribute.name, index], [attribute.name, index]);
  const summary = useSummary(path, attribute);
  const isFaulty = useFaults(path, attribute);
  const kind = formOf(item, attribute, form.components)?.displayName ?? '';
  return (
    <li>
      <button type="button" onClick={() => showSection(sectionId(path))}>
        <span className={styles.number}>{index + 1}</span>
        <span className={styles.summary}>{summary || kind}</span>
        {summary === '' ? null : <small>{kind}</small>}
        {isFaulty ? (
          <span className={styles.fault}>
            <AlertIcon size={14} />
            <span className="visually-hidden">{t('issue.inside')}</span>
          </span>
        ) : null}
      </button>
    </li>
  );
}

/** Expands and focuses a section. */
function showSection(id: string): void {
  const toggle = document.querySelector<HTMLElement>(
    `#${CSS.escape(id)} [aria-expanded][aria-controls]`,
  );
  if (toggle?.getAttribute('aria-expanded') === 'false') toggle.click();
  toggle?.scrollIntoView({ block: 'center' });
  toggle?.focus({ preventScroll: true });
}
