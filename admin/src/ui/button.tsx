// Buttons, and links styled as buttons.
import type { ComponentProps, ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { classNames } from './class-names.ts';
import type { Icon } from './icons.tsx';
import styles from './button.module.css';

/** Appearance of a button. */
export interface ButtonLook {
  /** `primary` for the main action of a screen, `quiet` for no border. */
  readonly variant?: 'primary' | 'quiet' | 'danger' | undefined;
  readonly size?: 'small';
  readonly icon?: Icon;
}

type ButtonProps = ButtonLook &
  Omit<ComponentProps<typeof AriaButton>, 'className' | 'children'> & {
    readonly children?: ReactNode;
    readonly className?: string | undefined;
    /** Shown after the label. */
    readonly trailing?: ReactNode;
  };

/** A button with a label. */
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

/** A button with an icon; `label` is its accessible name. */
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

/** Returns the class names of a button, for links. */
export function buttonClass({
  variant,
  size,
}: {
  readonly variant?: ButtonLook['variant'] | undefined;
  readonly size?: ButtonLook['size'] | undefined;
}): string {
  return classNames(styles.button, variant && styles[variant], size && styles[size]);
}

/** A split button: an action, and a menu of related ones. */
export function SplitButton({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles.split}>{children}</div>;
}
