// Settings of a type or component.
import { useId, type ReactNode } from 'react';
import { useT } from '../../base/i18n.tsx';
import { useProject } from '../../editor/project.tsx';
import { SwitchRow } from '../../fields/builder/switch-row.tsx';
import { isLocalized, modelOf, withLocalized, type DraftModel } from '../../model/types/draft.ts';
import { changeModel } from '../../model/types/edit-draft.ts';
import {
  modelIssues,
  namesOf,
  pluralOf,
  restPathOf,
  uidOf,
  type NameIssue,
} from '../../model/types/names.ts';
import { componentsIn } from '../../model/types/parse-draft.ts';
import { Button } from '../../ui/button.tsx';
import { Segments } from '../../ui/choice.tsx';
import { Field, inputClass } from '../../ui/field.tsx';
import { TrashIcon } from '../../ui/icons.tsx';
import { TYPE_SETTINGS, useBuilder } from './builder.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { useRemoveModel } from './use-remove.ts';
import styles from './settings-panel.module.css';

export function TypeSettings({ model }: { readonly model: DraftModel }): ReactNode {
  const t = useT();
  const { state, reserved, isReadOnly, edit } = useBuilder();
  const remove = useRemoveModel();
  const change = (part: Partial<DraftModel>, input?: string): void =>
    edit((draft) => changeModel(draft, model.id, part), input && `${model.id} ${input}`);
  const before = modelOf(state.base, model.id);
  const issues = modelIssues(model, state.draft, reserved);
  const isComponent = model.kind === 'component';
  const isOwn = model.from === null || !model.from.includes('plugin::');
  const isTouched = before !== model;
  const text = (
    key: 'displayName' | 'description' | 'category' | 'icon',
    label: string,
    issue: NameIssue = null,
  ): ReactNode => (
    <Field label={label} issues={issue === null || !isTouched ? [] : [t(`nameIssue.${issue}`)]}>
      {(control) => (
        <input
          {...control}
          className={inputClass}
          autoComplete="off"
          value={model[key] ?? ''}
          readOnly={isReadOnly}
          onChange={(event) => change({ [key]: event.currentTarget.value }, key)}
        />
      )}
    </Field>
  );
  return (
    <SettingsPanel
      ids={[model.id, TYPE_SETTINGS]}
      label={t('types.settingsOf', { name: model.displayName || t('types.unnamed') })}
      title={t('types.settings')}
      origin="[data-field]"
    >
      {text('displayName', t('types.displayName'), issues.displayName)}
      {isComponent ? (
        <>
          <CategoryInput model={model} issue={isTouched ? issues.category : null} />
          {text('icon', t('types.icon'))}
          {model.fields.length === 0 ? (
            <p className={styles.note}>{t('types.fieldsNeeded')}</p>
          ) : null}
        </>
      ) : (
        <>
          {isOwn ? <ApiNames model={model} /> : null}
          <Field label={t('types.isSingle')} role="group">
            {(control) => (
              <Segments
                control={control}
                isDisabled={isReadOnly || !isOwn}
                value={model.kind}
                options={[
                  { value: 'collectionType', label: t('types.manyEntries') },
                  { value: 'singleType', label: t('types.oneEntry') },
                ]}
                onChange={(value) =>
                  change({ kind: value === 'singleType' ? 'singleType' : 'collectionType' })
                }
              />
            )}
          </Field>
          <SwitchRow
            label={t('types.hasDrafts')}
            hint={t('types.hasDraftsHint')}
            isOn={model.hasDrafts}
            isDisabled={isReadOnly || !isOwn}
            onChange={(hasDrafts) => change({ hasDrafts })}
          />
          <SwitchRow
            label={t('types.hasLocales')}
            hint={t('types.hasLocalesHint')}
            isOn={isLocalized(model)}
            isDisabled={isReadOnly || !isOwn}
            onChange={(isOn) => change({ pluginOptions: withLocalized(model.pluginOptions, isOn) })}
          />
        </>
      )}
      {text('description', t('types.description'))}
      <Uses model={model} />
      {isReadOnly || !isOwn ? null : (
        <footer>
          <Button icon={TrashIcon} onPress={() => remove(model)}>
            {isComponent ? t('types.removeComponent') : t('types.removeType')}
          </Button>
        </footer>
      )}
    </SettingsPanel>
  );
}

/** API names, which follow the display name of a new type. */
function ApiNames({ model }: { readonly model: DraftModel }): ReactNode {
  const t = useT();
  const { restPrefix } = useProject();
  const { state, reserved, isReadOnly, edit } = useBuilder();
  const issues = modelIssues(model, state.draft, reserved);
  const { singular, plural } = namesOf(model);
  const isTouched = modelOf(state.base, model.id) !== model && model.displayName !== '';
  const isMoved = model.from !== null && uidOf(model) !== model.from;
  const input = (key: 'singularName' | 'pluralName', value: string): ReactNode => {
    const issue = issues[key];
    const isShown = issue !== null && isTouched;
    return (
      <Field
        label={t(key === 'singularName' ? 'types.singularName' : 'types.pluralName')}
        issues={isShown ? [t(issue === 'form' ? 'kebabIssue' : `nameIssue.${issue}`)] : []}
      >
        {(control) => (
          <input
            {...control}
            className={inputClass}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            value={value}
            readOnly={isReadOnly}
            onChange={(event) => {
              const name = event.currentTarget.value.toLowerCase().replaceAll(' ', '-');
              const follows = key === 'singularName' && plural === pluralOf(singular);
              const part = follows ? { [key]: name, pluralName: pluralOf(name) } : { [key]: name };
              edit((draft) => changeModel(draft, model.id, part), `${model.id} ${key}`);
            }}
          />
        )}
      </Field>
    );
  };
  return (
    <>
      {input('singularName', singular)}
      {input('pluralName', plural)}
      {singular === '' ? null : (
        <p className={styles.note}>
          {t('types.address', { path: `${restPrefix}${restPathOf(model)}` })}
          {isMoved ? ` ${t('types.addressChanges')}` : null}
        </p>
      )}
    </>
  );
}

function CategoryInput({
  model,
  issue,
}: {
  readonly model: DraftModel;
  readonly issue: NameIssue;
}): ReactNode {
  const t = useT();
  const id = useId();
  const { state, isReadOnly, edit } = useBuilder();
  const known = new Set(
    Object.values(state.draft.models).flatMap(({ kind, category, id: other }) =>
      kind === 'component' && other !== model.id ? [category] : [],
    ),
  );
  return (
    <Field label={t('types.category')} issues={issue === null ? [] : [t(`nameIssue.${issue}`)]}>
      {(control) => (
        <>
          <input
            {...control}
            className={inputClass}
            dir="ltr"
            list={`${id}-known`}
            autoComplete="off"
            value={model.category}
            readOnly={isReadOnly}
            onChange={(event) => {
              const category = event.currentTarget.value.replaceAll(' ', '-');
              edit((draft) => changeModel(draft, model.id, { category }), `${model.id} category`);
            }}
          />
          <datalist id={`${id}-known`}>
            {[...known].map((category) => (
              <option key={category} value={category} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

/** Lists the relations and attributes that refer to a model. */
function Uses({ model }: { readonly model: DraftModel }): ReactNode {
  const t = useT();
  const { state } = useBuilder();
  const uses = Object.values(state.draft.models).flatMap((other) =>
    other.fields
      .filter(
        ({ properties }) =>
          properties['target'] === model.id || componentsIn(properties).includes(model.id),
      )
      .map(({ id, name }) => ({ id, text: `${other.displayName} · ${name}` })),
  );
  if (uses.length === 0) return null;
  return (
    <section className={styles.uses} aria-label={t('types.usedIn')}>
      <h3>{t('types.usedIn')}</h3>
      <ul>
        {uses.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
    </section>
  );
}
