// Title of an entry as its heading, and the slug below it.
import { memo, useMemo, useState, type ReactNode } from 'react';
import { useT } from '../base/i18n.tsx';
import type { LayoutField } from '../model/layout.ts';
import { IconButton } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { LinkIcon, RefreshIcon } from '../ui/icons.tsx';
import { ComparedField } from './compared-field.tsx';
import { fieldId, useIssues } from './field-view.tsx';
import { useEntrySession, useFieldValue } from './session-context.tsx';
import { useGenerate } from './use-generate.ts';
import styles from './title-view.module.css';

interface TitleViewProps {
  readonly field: LayoutField;
  /** Generated from the title while it is empty. */
  readonly slug: LayoutField | null;
}

/** Heading, which is focused in a new entry. */
export const TitleView = memo(function TitleView({ field, slug }: TitleViewProps): ReactNode {
  const session = useEntrySession();
  const slugName = slug?.attribute.name ?? '';
  const onGenerate = useGenerate(
    slug,
    useMemo(() => [slugName], [slugName]),
  );
  const onLeave = (): void => {
    setLeft(true);
    const isOpen = session.form.isEditable(slugName) && session.store.read([slugName]) === '';
    if (isOpen && value !== '') onGenerate?.();
  };
  const { name } = field.attribute;
  const path = useMemo(() => [name], [name]);
  const value = useFieldValue(name);
  const { messages, isForced } = useIssues(field, path);
  const [wasLeft, setLeft] = useState(false);
  return (
    <ComparedField field={field}>
      <div id={fieldId(path)} onBlur={onLeave}>
        <Field label={field.label} layout="hidden" issues={wasLeft || isForced ? messages : []}>
          {(control) => (
            <textarea
              {...control}
              className={styles.title}
              rows={1}
              value={typeof value === 'string' ? value : ''}
              placeholder={field.placeholder || field.label}
              readOnly={!session.form.isEditable(name)}
              aria-required={field.attribute.isRequired}
              autoFocus={session.state.get().documentId === null && value === ''}
              // A title is a single line, although it wraps.
              onChange={(event) =>
                session.edit(name, event.currentTarget.value.replaceAll(/\s*\n\s*/g, ' '))
              }
              onKeyDown={(event) => {
                if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey)
                  event.preventDefault();
              }}
            />
          )}
        </Field>
      </div>
    </ComparedField>
  );
});

/** Slug, which can follow the title until the entry is published. */
export const SlugView = memo(function SlugView({
  field,
}: {
  readonly field: LayoutField;
}): ReactNode {
  const t = useT();
  const session = useEntrySession();
  const { name } = field.attribute;
  const path = useMemo(() => [name], [name]);
  const value = useFieldValue(name);
  const { messages } = useIssues(field, path);
  const onGenerate = useGenerate(field, path);
  const isEditable = session.form.isEditable(name);
  return (
    <ComparedField field={field}>
      <div id={fieldId(path)}>
        <Field label={field.label} layout="hidden" issues={messages}>
          {(control) => (
            <div className={styles.slug}>
              <LinkIcon size={14} />
              <input
                {...control}
                type="text"
                dir="ltr"
                spellCheck={false}
                autoComplete="off"
                placeholder={field.label}
                value={typeof value === 'string' ? value : ''}
                readOnly={!isEditable}
                onChange={(event) => session.edit(name, event.currentTarget.value)}
              />
              {onGenerate === null || !isEditable ? null : (
                <IconButton
                  size="small"
                  label={t('uid.generate')}
                  icon={RefreshIcon}
                  onPress={onGenerate}
                />
              )}
            </div>
          )}
        </Field>
      </div>
    </ComparedField>
  );
});
