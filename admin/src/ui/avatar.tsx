// Avatar with the initials of a user.
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './avatar.module.css';

/** Decorative, because the name follows. */
export function Avatar({
  name,
  size,
}: {
  readonly name: string;
  readonly size?: 'small';
}): ReactNode {
  const tone =
    Array.from(name, (letter) => letter.codePointAt(0) ?? 0).reduce((a, b) => a + b, 0) % 4;
  return (
    <span
      className={classNames(styles.avatar, styles[`tone${tone}`], size && styles[size])}
      aria-hidden="true"
    >
      {initialsOf(name)}
    </span>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase();
}
