// List of removed parts that can be restored.
import type { ReactNode } from 'react';
import { useT } from '../../base/i18n.tsx';
import type { RetainedPart } from '../../model/types/plan.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useBuilder } from './builder.tsx';
import styles from './retained-list.module.css';

interface RetainedListProps {
  readonly parts: readonly { readonly part: RetainedPart; readonly name: string }[];
  readonly onRestore: (part: RetainedPart) => void;
}

/** Renders nothing if it is empty. */
export function RetainedList({ parts, onRestore }: RetainedListProps): ReactNode {
  const t = useT();
  const toast = useToast();
  const { isReadOnly } = useBuilder();
  if (parts.length === 0) return null;
  return (
    <details className={styles.retained}>
      <summary>
        {t('types.removedItems')} <small>{parts.length}</small>
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
                  onRestore(part);
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
