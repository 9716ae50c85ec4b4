// Slugs, generated from another field and unique.
import type { ReactNode } from 'react';
import { useT } from '../../base/i18n.tsx';
import { IconButton } from '../../ui/button.tsx';
import { inputClass } from '../../ui/field.tsx';
import { RefreshIcon } from '../../ui/icons.tsx';
import type { EditProps, FieldKind } from '../field-kind.ts';
import { TEXT_KIND, textOf } from '../text-kind.ts';
import styles from './uid.module.css';

/** Characters that the server accepts. */
const FORM = /^[A-Za-z0-9\-_.~]*$/;

export const uid: FieldKind = {
  ...TEXT_KIND,
  kind: 'uid',
  check(value, attribute, when) {
    const issues = TEXT_KIND.check(value, attribute, when);
    return FORM.test(textOf(value)) ? issues : [...issues, { kind: 'uid' }];
  },
  Edit: UidInput,
};

function UidInput({
  field,
  value,
  control,
  isReadOnly,
  onChange,
  onGenerate,
}: EditProps): ReactNode {
  const t = useT();
  return (
    <div className={styles.uid}>
      <input
        {...control}
        className={inputClass}
        type="text"
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        placeholder={field.placeholder}
        value={textOf(value)}
        readOnly={isReadOnly}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {onGenerate === null || isReadOnly ? null : (
        <IconButton
          size="small"
          label={t('uid.generate')}
          icon={RefreshIcon}
          onPress={onGenerate}
        />
      )}
    </div>
  );
}
