// Form field: label, control, hint and errors, associated for screen readers.
import { useId, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { AlertIcon } from './icons.tsx';
import styles from './field.module.css';

/** Attributes of the control of a field. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-labelledby': string;
}

interface FieldProps {
  readonly label: string;
  /** Shown at the end of the label, such as a count. */
  readonly note?: ReactNode;
  /** Number of items, shown next to the label. */
  readonly count?: number;
  readonly hint?: string;
  /** Error message. */
  readonly issues?: readonly string[];
  /** `beside` places the label before the control. */
  readonly layout?: 'above' | 'beside' | 'hidden';
  /** Default: `label`; `group` for a control of several parts. */
  readonly role?: 'group';
  readonly children: (control: ControlProps) => ReactNode;
}

export function Field({
  label,
  note,
  count = 0,
  hint = '',
  issues = [],
  layout = 'above',
  role,
  children,
}: FieldProps): ReactNode {
  const id = useId();
  const descriptions = [hint && `${id}-hint`, issues.length > 0 && `${id}-issues`].filter(Boolean);
  const control: ControlProps = {
    id,
    'aria-labelledby': `${id}-label`,
    'aria-describedby': descriptions.join(' ') || undefined,
    'aria-invalid': issues.length > 0 || undefined,
  };
  const Label = role === 'group' ? 'span' : 'label';
  return (
    <div className={classNames(styles.field, styles[layout])}>
      <div className={classNames(styles.label, layout === 'hidden' && 'visually-hidden')}>
        <Label id={`${id}-label`} {...(role === 'group' ? {} : { htmlFor: id })}>
          {label}
        </Label>
        {count === 0 ? null : <small className={styles.count}>{count}</small>}
        {note === undefined ? null : <small>{note}</small>}
      </div>
      <div className={styles.control}>
        {children(control)}
        {issues.length === 0 ? null : (
          <p className={styles.issues} id={`${id}-issues`}>
            <AlertIcon size={14} />
            {issues.join(' ')}
          </p>
        )}
        {hint === '' ? null : (
          <p className={styles.hint} id={`${id}-hint`}>
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

/** Class name of text inputs. */
export const inputClass: string = styles.input ?? '';
