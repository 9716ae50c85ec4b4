// Buttons, and links that look like them.
import type { ComponentProps, ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { classNames } from './class-names.ts';
import type { Icon } from './icons.tsx';
import styles from './button.module.css';

/** How a button looks. */
export interface ButtonLook {
  /** `primary`: the one main action of a screen. `quiet`: without a border. */
  readonly variant?: 'primary' | 'quiet' | 'danger' | undefined;
  readonly size?: 'small';
  readonly icon?: Icon;
}

type ButtonProps = ButtonLook &
  Omit<ComponentProps<typeof AriaButton>, 'className' | 'children'> & {
    readonly children?: ReactNode;
    readonly className?: string | undefined;
    /** Shown after the words. */
    readonly trailing?: ReactNode;
  };

/** A button with words. */
export function Button({
  variant,
  size,
  icon,
  children,
  className,
  trailing,
  ...rest
}: ButtonProps): ReactNode {
  return (
    <AriaButton {...rest} className={classNames(buttonClass({ variant, size }), className)}>
      {icon?.({})}
      {children}
      {trailing}
    </AriaButton>
  );
}

/** A button that shows only an icon; `label` says what it does. */
export function IconButton({
  label,
  icon,
  variant = 'quiet',
  size,
  className,
  ...rest
}: Omit<ButtonProps, 'children' | 'trailing'> & {
  readonly label: string;
  readonly icon: Icon;
}): ReactNode {
  return (
    <AriaButton
      {...rest}
      aria-label={label}
      className={classNames(buttonClass({ variant, size }), styles.iconOnly, className)}
    >
      {icon({})}
    </AriaButton>
  );
}

/** Class names of a button, for links that look like one. */
export function buttonClass({
  variant,
  size,
}: {
  readonly variant?: ButtonLook['variant'] | undefined;
  readonly size?: ButtonLook['size'] | undefined;
}): string {
  return classNames(styles.button, variant && styles[variant], size && styles[size]);
}

/** Two buttons that belong together: an action, and a menu of its relatives. */
export function SplitButton({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles.split}>{children}</div>;
}
