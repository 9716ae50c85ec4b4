// Control of an attribute option.
import type { ReactNode } from 'react';
import type { Json } from '../../base/json.ts';
import { useT } from '../../base/i18n.tsx';
import type {
  BuilderOption,
  DefaultInput,
  OptionProps,
} from '../../fields/builder/builder-kind.ts';
import { SwitchRow } from '../../fields/builder/switch-row.tsx';
import { fieldIssues } from '../../model/types/draft-issues.ts';
import { isLocalized, withLocalized, type DraftField } from '../../model/types/draft.ts';
import { withProperty } from '../../model/types/edit-draft.ts';
import { Segments } from '../../ui/choice.tsx';
import { Field, inputClass } from '../../ui/field.tsx';

interface OptionControlProps extends OptionProps {
  readonly option: BuilderOption;
}

export function OptionControl({ option, ...props }: OptionControlProps): ReactNode {
  const t = useT();
  const { model, field, isReadOnly, onChange } = props;
  const { properties } = field;
  switch (option.input) {
    case 'control':
      return <option.Control {...props} />;
    case 'localized':
      if (!isLocalized(model)) return null;
      return (
        <SwitchRow
          label={t('types.isLocalized')}
          isOn={isLocalized(properties)}
          isDisabled={isReadOnly}
          onChange={(isOn) =>
            onChange({
              properties: {
                ...properties,
                pluginOptions: withLocalized(properties['pluginOptions'], isOn),
              },
            })
          }
        />
      );
    case 'switch':
      return (
        <SwitchRow
          label={t(option.label)}
          hint={option.hint === undefined ? '' : t(option.hint)}
          isOn={properties[option.key] === true}
          isDisabled={isReadOnly}
          onChange={(isOn) => onChange({ properties: withProperty(properties, option.key, isOn) })}
        />
      );
    case 'default':
      return <DefaultValue of={option.of} {...props} />;
    case 'number':
    case 'text':
      // List limits only apply to lists.
      if (isLimitOfOne(field, option.key)) return null;
      return (
        <Field
          label={t(option.label)}
          hint={option.hint === undefined ? '' : t(option.hint)}
          issues={issuesOf(field, option.key).map((issue) => t(`fieldIssue.${issue}`))}
        >
          {(control) => (
            <input
              {...control}
              className={inputClass}
              dir="ltr"
              autoComplete="off"
              spellCheck={false}
              {...(option.input === 'number' ? { type: 'number', step: 'any' } : {})}
              value={textOf(properties[option.key])}
              readOnly={isReadOnly}
              onChange={(event) => {
                const text = event.currentTarget.value;
                const value = option.input === 'number' ? numberOf(text) : text;
                onChange({ properties: withProperty(properties, option.key, value) }, option.key);
              }}
            />
          )}
        </Field>
      );
  }
}

function isLimitOfOne({ properties }: DraftField, key: string): boolean {
  const isCount = key === 'min' || key === 'max';
  return isCount && properties['type'] === 'component' && properties['repeatable'] !== true;
}

/** Issues are shown at the control that can correct them. */
function issuesOf(field: DraftField, key: string): readonly ('limits' | 'lengths' | 'regex')[] {
  const keys: Readonly<Record<string, string>> = {
    limits: 'max',
    lengths: 'maxLength',
    regex: 'regex',
  };
  return fieldIssues(field).flatMap((issue) =>
    (issue === 'limits' || issue === 'lengths' || issue === 'regex') && keys[issue] === key
      ? [issue]
      : [],
  );
}

function DefaultValue({
  of,
  field: { properties },
  isReadOnly,
  onChange,
}: OptionProps & { readonly of: DefaultInput }): ReactNode {
  const t = useT();
  const value = properties['default'];
  const set = (next: Json): void =>
    // False is a valid default.
    onChange(
      {
        properties:
          next === false
            ? { ...properties, default: false }
            : withProperty(properties, 'default', next),
      },
      'default',
    );
  if (of === 'boolean') {
    return (
      <Field label={t('types.default')} role="group">
        {(control) => (
          <Segments
            control={control}
            isDisabled={isReadOnly}
            value={typeof value === 'boolean' ? String(value) : ''}
            options={[
              { value: '', label: t('types.defaultNone') },
              { value: 'true', label: t('yes') },
              { value: 'false', label: t('no') },
            ]}
            onChange={(chosen) => set(chosen === '' ? null : chosen === 'true')}
          />
        )}
      </Field>
    );
  }
  const types: Readonly<Record<DefaultInput, string>> = {
    text: 'text',
    number: 'number',
    biginteger: 'text',
    boolean: 'text',
    date: 'date',
    time: 'time',
    datetime: 'datetime-local',
  };
  return (
    <Field label={t('types.default')}>
      {(control) => (
        <input
          {...control}
          className={inputClass}
          autoComplete="off"
          type={types[of]}
          {...(of === 'number' ? { step: 'any' } : {})}
          value={shownMoment(of, textOf(value))}
          readOnly={isReadOnly}
          onChange={(event) => set(parsedDefault(of, event.currentTarget.value))}
        />
      )}
    </Field>
  );
}

/** Browser inputs have no time zone: timestamps are shown and entered in UTC. */
function shownMoment(of: DefaultInput, text: string): string {
  if (of === 'datetime') return text.slice(0, 16);
  return of === 'time' ? text.slice(0, 5) : text;
}

function parsedDefault(of: DefaultInput, text: string): Json {
  if (text === '') return null;
  switch (of) {
    case 'number':
      return numberOf(text);
    case 'datetime':
      return `${text}:00.000Z`;
    case 'time':
      return `${text}:00.000`;
    default:
      return text;
  }
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Parses a number; null while incomplete. */
function numberOf(text: string): number | null {
  const number = Number(text);
  return text.trim() === '' || !Number.isFinite(number) ? null : number;
}
