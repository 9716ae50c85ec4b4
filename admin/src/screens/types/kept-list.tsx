// List of removed parts that can be restored.
import type { ReactNode } from 'react';
import { useT } from '../../base/words.tsx';
import type { KeptPart } from '../../model/types/plan.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useBuilder } from './builder.tsx';
import styles from './kept-list.module.css';

interface KeptListProps {
  readonly parts: readonly { readonly part: KeptPart; readonly name: string }[];
  readonly onBringBack: (part: KeptPart) => void;
}

/** Renders nothing if it is empty. */
export function KeptList({ parts, onBringBack }: KeptListProps): ReactNode {
  const t = useT();
  const toast = useToast();
  const { isReadOnly } = useBuilder();
  if (parts.length === 0) return null;
  return (
    <details className={styles.kept}>
      <summary>
        {t('types.kept')} <small>{parts.length}</small>
      </summary>
      <ul>
        {parts.map(({ part, name }) => (
          <li key={`${part.uid} ${part.attribute ?? ''}`}>
            <code>{name}</code>
            {isReadOnly ? null : (
              <Button
                size="small"
                aria-label={t('types.bringBackOf', { name })}
                onPress={() => {
                  onBringBack(part);
                  toast({ text: t('types.broughtBack', { name }) });
                }}
              >
                {t('types.bringBack')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
