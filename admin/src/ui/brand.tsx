// Logo of Quoin.
import type { ReactNode } from 'react';
import styles from './brand.module.css';

/** @param size In pixels */
export function Brand({ size }: { readonly size: number }): ReactNode {
  return (
    <svg className={styles.brand} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path className={styles.block} d="M3 3h18v18H3z" />
      <path className={styles.shine} d="M3 21 21 3v18z" />
      <path className={styles.line} d="M8 16h8" />
    </svg>
  );
}
