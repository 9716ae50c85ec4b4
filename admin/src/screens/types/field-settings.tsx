// Settings of an attribute: name, kind, and options of the kind.
import type { ReactNode } from 'react';
import { useT } from '../../base/i18n.tsx';
import { BUILDER_KINDS, builderKind } from '../../fields/builder/builder-kinds.ts';
import { typeOf, type DraftField, type DraftModel } from '../../model/types/draft.ts';
import { changeField } from '../../model/types/edit-draft.ts';
import { initialProperties } from '../../model/types/new-parts.ts';
import { attributeNameOf, fieldNameIssue } from '../../model/types/names.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/choice.tsx';
import { Field, inputClass } from '../../ui/field.tsx';
import { TrashIcon } from '../../ui/icons.tsx';
import { useBuilder } from './builder.tsx';
import { OptionControl } from './option-control.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { useRemoveField } from './use-remove.ts';
import styles from './settings-panel.module.css';

interface FieldSettingsProps {
  readonly model: DraftModel;
  readonly field: DraftField;
}

export function FieldSettings({ model, field }: FieldSettingsProps): ReactNode {
  const t = useT();
  const builder = useBuilder();
  const { state, outside, reserved, store, isReadOnly: mayNotEdit, edit } = builder;
  const remove = useRemoveField();
  const place = { modelId: model.id, fieldId: field.id };
  const isFixed = field.properties['configurable'] === false;
  const isReadOnly = mayNotEdit || isFixed;
  const kind = builderKind(typeOf(field));
  const issue = fieldNameIssue(field.name, model, { reserved, id: field.id });
  const isRenamed = field.from !== null && field.from !== field.name;
  const change = (part: Partial<DraftField>, input?: string): void =>
    edit((draft) => changeField(draft, place, part), input && `${field.id} ${input}`);
  const origin = `[data-field="${CSS.escape(field.id)}"]`;
  const isShown = field.from === null || isRenamed;
  return (
    <SettingsPanel
      ids={[field.id]}
      label={t('types.settingsOf', { name: field.name || t('types.unnamed') })}
      title={<bdi>{field.name || t('types.unnamed')}</bdi>}
      origin={origin}
    >
      {isFixed ? <p className={styles.note}>{t('types.fixedField')}</p> : null}
      <Field
        label={t('types.fieldName')}
        issues={issue === null || !isShown ? [] : [t(`nameIssue.${issue}`)]}
        hint={
          isRenamed
            ? t('types.wasNamed', { name: field.from ?? '' })
            : field.from === null
              ? t('types.fieldNameHint')
              : ''
        }
      >
        {(control) => (
          <input
            {...control}
            className={inputClass}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            value={field.name}
            readOnly={isReadOnly}
            aria-required
            onChange={(event) => change({ name: nameTyped(event.currentTarget.value) }, 'name')}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              event.preventDefault();
              document.querySelector<HTMLElement>(origin)?.focus();
            }}
          />
        )}
      </Field>
      {kind === null ? (
        <p className={styles.note}>{t('types.unknownKind')}</p>
      ) : (
        <>
          <KindChoice model={model} field={field} isReadOnly={isReadOnly} onChange={change} />
          {kind.options.map((option, index) => (
            <OptionControl
              key={`${kind.kind} ${index}`}
              option={option}
              draft={state.draft}
              model={model}
              field={field}
              outside={outside}
              isReadOnly={isReadOnly}
              onChange={change}
              onEdit={(change) => edit(change)}
              newId={() => store.newId()}
            />
          ))}
        </>
      )}
      {isReadOnly ? null : (
        <footer>
          <Button icon={TrashIcon} onPress={() => remove(model, field)}>
            {t('types.remove')}
          </Button>
        </footer>
      )}
    </SettingsPanel>
  );
}

/** Converts spaces: `main picture` -> `mainPicture`. */
function nameTyped(text: string): string {
  return /\s\S/.test(text) ? attributeNameOf(text) : text;
}

interface KindChoiceProps extends FieldSettingsProps {
  readonly isReadOnly: boolean;
  readonly onChange: (part: Partial<DraftField>) => void;
}

function KindChoice({ model, field, isReadOnly, onChange }: KindChoiceProps): ReactNode {
  const t = useT();
  const current = builderKind(typeOf(field));
  const isStored = field.from !== null;
  const isFixed = isStored && !current?.isScalar;
  const kinds = BUILDER_KINDS.filter(
    ({ kind, isScalar, isInComponents }) =>
      kind === current?.kind ||
      ((!isStored || isScalar) && (isInComponents || model.kind !== 'component')),
  );
  return (
    <Field label={t('types.kind')} hint={isFixed && !isReadOnly ? t('types.kindFixed') : ''}>
      {(control) => (
        <Select
          control={control}
          isDisabled={isReadOnly || isFixed}
          value={typeOf(field)}
          options={kinds.map(({ kind, name }) => ({ value: kind, label: t(name) }))}
          onChange={(type) => {
            const next = builderKind(type);
            if (!next) return;
            const known = next.options.flatMap((option) => ('key' in option ? [option.key] : []));
            const retained = Object.entries(field.properties).filter(
              ([key]) => known.includes(key) || key === 'pluginOptions',
            );
            const initial = isStored
              ? { type, ...next.initial }
              : initialProperties(model, type, next.initial);
            onChange({
              properties: { ...initial, ...Object.fromEntries(retained) },
              valueNames: {},
              setsAsideValues: false,
            });
          }}
        />
      )}
    </Field>
  );
}
