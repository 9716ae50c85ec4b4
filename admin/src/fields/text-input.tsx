// Single-line and multiline text inputs.
import type { HTMLInputTypeAttribute, ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import { inputClass } from '../ui/field.tsx';
import type { EditProps } from './field-kind.ts';
import { textOf } from './text-kind.ts';
import styles from './text-input.module.css';

interface LineProps extends EditProps {
  readonly type?: HTMLInputTypeAttribute;
  readonly inputMode?: 'decimal' | 'numeric' | 'email';
  readonly autoComplete?: string;
}

/** Single line. */
export function LineInput({
  field,
  value,
  control,
  isReadOnly,
  onChange,
  type = 'text',
  inputMode,
  autoComplete = 'off',
}: LineProps): ReactNode {
  return (
    <input
      {...control}
      className={inputClass}
      type={type}
      {...(inputMode ? { inputMode } : {})}
      autoComplete={autoComplete}
      placeholder={field.placeholder}
      value={textOf(value)}
      readOnly={isReadOnly}
      aria-required={field.attribute.isRequired}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface AreaProps extends EditProps {
  readonly look?: 'prose' | 'code';
  /** Minimum number of lines; default: 3. */
  readonly rows?: number;
}

/** Multiline; grows with its text. */
export function AreaInput({
  field,
  value,
  control,
  isReadOnly,
  onChange,
  look,
  rows = 3,
}: AreaProps): ReactNode {
  return (
    <textarea
      {...control}
      className={classNames(inputClass, styles.area, look && styles[look])}
      rows={rows}
      spellCheck={look !== 'code'}
      placeholder={field.placeholder}
      value={textOf(value)}
      readOnly={isReadOnly}
      aria-required={field.attribute.isRequired}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
