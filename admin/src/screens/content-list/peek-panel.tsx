// Peek panel: an entry next to the list, read-only.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../api/api.tsx';
import type { JsonObject } from '../../base/json.ts';
import { stringOr } from '../../base/json.ts';
import { useTranslations } from '../../base/i18n.tsx';
import { statusOf, type EntryAddress } from '../../editor/entry-info.ts';
import { useProject } from '../../editor/project.tsx';
import { LoadFailure, Skeleton } from '../../editor/screen-states.tsx';
import { StatusPill } from '../../editor/status-card.tsx';
import type { ComponentContext } from '../../fields/component/component-value.ts';
import { kindOfAttribute } from '../../fields/registry.ts';
import { filesOf } from '../../model/files.ts';
import { parseComponentForms, parseFormLayout, type LayoutField } from '../../model/layout.ts';
import { TARGETS_AT_ONCE } from '../../model/relations.ts';
import type { ContentType } from '../../model/schema.ts';
import { buttonClass, IconButton } from '../../ui/button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import styles from './peek-panel.module.css';

interface PeekPanelProps {
  readonly type: ContentType;
  readonly address: EntryAddress;
  readonly locale: string | null;
  readonly onClose: () => void;
}

/** The focus stays in the list. */
export function PeekPanel({ type, address, locale, onClose }: PeekPanelProps): ReactNode {
  const { t } = useTranslations();
  const { content } = useApi();
  const { documentId } = address.params;
  const where = { uid: type.uid, isSingle: false, documentId, locale };
  const entry = useQuery({
    queryKey: ['peek', where],
    queryFn: () => content.read(where, { relations: TARGETS_AT_ONCE }),
  });
  const configuration = useQuery({
    queryKey: ['configuration', type.uid],
    queryFn: () => content.configuration(type.uid),
    staleTime: 300_000,
  });
  return (
    <aside className={styles.peek} aria-label={t('peek.title')} aria-live="polite">
      <header>
        <Link {...address} className={buttonClass({ size: 'small' })}>
          {t('peek.open')}
        </Link>
        <IconButton label={t('close')} icon={CloseIcon} onPress={onClose} />
      </header>
      {entry.error ? (
        <LoadFailure error={entry.error} onRetry={() => void entry.refetch()} />
      ) : entry.data && configuration.data ? (
        <Values type={type} entry={entry.data.entry} configuration={configuration.data} />
      ) : (
        <Skeleton rows={4} />
      )}
    </aside>
  );
}

function Values({
  type,
  entry,
  configuration,
}: {
  readonly type: ContentType;
  readonly entry: JsonObject;
  readonly configuration: JsonObject;
}): ReactNode {
  const { t, language } = useTranslations();
  const { components } = useProject();
  const layout = parseFormLayout(type, configuration);
  const context: ComponentContext = {
    forms: parseComponentForms(components, configuration),
    kindOf: (attribute) => kindOfAttribute(attribute, context),
  };
  const textOf = ({ attribute }: LayoutField): string => {
    const kind = context.kindOf(attribute);
    return kind.text(kind.parse(entry[attribute.name]), language);
  };
  const fields = [layout.slug, ...layout.rows.flat(), ...layout.details].filter(
    (field) => field !== null,
  );
  const title = layout.title ? stringOr(entry[layout.title.attribute.name], '') : '';
  return (
    <>
      <h2>{title || t('list.untitled')}</h2>
      {type.hasDrafts ? <StatusPill status={statusOf(entry, false)} /> : null}
      <dl>
        {fields.map((field) => {
          const text = textOf(field);
          return text === '' ? null : (
            <div key={field.attribute.name}>
              <dt>{field.label}</dt>
              <dd dir="auto">{pictureOf(field, entry) ?? text}</dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}

/** Shows the first image of a media field. */
function pictureOf({ attribute }: LayoutField, entry: JsonObject): ReactNode {
  if (attribute.type !== 'media') return null;
  const kind = kindOfAttribute(attribute, NO_COMPONENTS);
  const file = filesOf(kind.parse(entry[attribute.name])).find(({ thumbnail }) => thumbnail !== '');
  return file ? <img src={file.thumbnail} alt={file.alternativeText || file.name} /> : null;
}

const NO_COMPONENTS: ComponentContext = {
  forms: new Map(),
  kindOf: (attribute) => kindOfAttribute(attribute, NO_COMPONENTS),
};
