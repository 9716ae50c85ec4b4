// Type builder control: both sides of a relation, as sentences.
import type { ReactNode } from 'react';
import { useTranslations } from '../../base/i18n.tsx';
import { stringOr } from '../../base/json.ts';
import { fieldOf, modelOf, modelsOf } from '../../model/types/draft.ts';
import {
  countsOf,
  relationKind,
  relationNames,
  withOtherSideField,
  withTarget,
  type Count,
} from '../../model/types/relation-sides.ts';
import { changeField } from '../../model/types/edit-draft.ts';
import { Segments, Select } from '../../ui/choice.tsx';
import { Field, inputClass } from '../../ui/field.tsx';
import type { OptionProps } from '../builder/builder-kind.ts';
import { SwitchRow } from '../builder/switch-row.tsx';
import styles from '../builder/builder.module.css';

export function RelationSides(props: OptionProps): ReactNode {
  const { draft, model, field, outside, isReadOnly, onChange, onEdit, newId } = props;
  const { t, language } = useTranslations();
  const { properties } = field;
  const relation = stringOr(properties['relation'], '');
  const place = { modelId: model.id, fieldId: field.id };
  if (relation.startsWith('morph')) return <p className={styles.note}>{t('types.morph')}</p>;
  const target = stringOr(properties['target'], '');
  const counts = countsOf(relation);
  const other = fieldOf(draft, target, stringOr(properties['side'], ''));
  const names = relationNames(draft, { model, field, outside });
  const types = modelsOf(draft, ['collectionType', 'singleType'], language);
  const isInside = modelOf(draft, target) !== null;
  const choose = (mine: Count, theirs: Count): void =>
    onChange({
      properties: { ...properties, relation: relationKind(mine, theirs, other !== null) },
    });
  const options = [
    { value: 'one', label: t('types.one') },
    { value: 'many', label: t('types.many') },
  ];
  return (
    <div className={styles.stack}>
      <Field label={t('types.target')} issues={target === '' ? [t('types.chooseTarget')] : []}>
        {(control) => (
          <Select
            control={control}
            isDisabled={isReadOnly}
            value={target}
            options={[
              // Kept while its name is being typed.
              ...(field.from === null ? [{ value: '', label: '' }] : []),
              ...types.map(({ id, displayName }) => ({ value: id, label: displayName })),
              ...outside.map(({ uid, displayName }) => ({ value: uid, label: displayName })),
            ]}
            onChange={(id) => onEdit((all) => withTarget(all, place, id))}
          />
        )}
      </Field>
      {target === '' ? null : (
        <>
          <Field label={t('types.mine', { name: names.mine })} role="group">
            {(control) => (
              <Segments
                control={control}
                isDisabled={isReadOnly}
                value={counts.mine}
                options={options}
                onChange={(value) => choose(value === 'many' ? 'many' : 'one', counts.theirs)}
              />
            )}
          </Field>
          {isInside && model.kind !== 'component' ? (
            <SwitchRow
              label={t('types.twoWay')}
              hint={t('types.twoWayHint')}
              isOn={other !== null}
              isDisabled={isReadOnly}
              onChange={(isOn) =>
                onEdit((all) => withOtherSideField(all, place, isOn ? newId() : null))
              }
            />
          ) : null}
          {other === null ? null : (
            <>
              <Field label={t('types.otherName', { name: names.theirs })}>
                {(control) => (
                  <input
                    {...control}
                    className={inputClass}
                    dir="ltr"
                    value={other.name}
                    readOnly={isReadOnly}
                    onChange={(event) => {
                      const name = event.currentTarget.value;
                      onEdit((all) =>
                        changeField(all, { modelId: target, fieldId: other.id }, { name }),
                      );
                    }}
                  />
                )}
              </Field>
              <Field label={t('types.mine', { name: names.theirs })} role="group">
                {(control) => (
                  <Segments
                    control={control}
                    isDisabled={isReadOnly || model.kind === 'singleType'}
                    value={counts.theirs}
                    options={options}
                    onChange={(value) => choose(counts.mine, value === 'many' ? 'many' : 'one')}
                  />
                )}
              </Field>
            </>
          )}
          <div className={styles.sentence} role="status">
            <p>{t(`sentence.${counts.mine}`, { owner: names.mine, target: names.theirs })}</p>
            {other === null ? null : (
              <p>{t(`sentence.${counts.theirs}`, { owner: names.theirs, target: names.mine })}</p>
            )}
          </div>
        </>
      )}
    </div>
  );
}
