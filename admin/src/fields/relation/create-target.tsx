// Creates a target that the picker did not find, and selects it.
import { useState, type ReactNode } from 'react';
import { useT } from '../../base/i18n.tsx';
import type { RelationTarget } from '../../model/relations.ts';
import { Button } from '../../ui/button.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { EditProps } from '../field-kind.ts';
import { useFieldHost } from '../field-host.ts';
import styles from './target-picker.module.css';

interface CreateTargetProps extends Pick<EditProps, 'field'> {
  /** Search text. */
  readonly title: string;
  readonly onCreated: (target: RelationTarget) => void;
}

/** Shown for a search text if the user may create entries of the target type. */
export function CreateTarget({ field, title, onCreated }: CreateTargetProps): ReactNode {
  const t = useT();
  const toast = useToast();
  const { relations } = useFieldHost();
  const [isBusy, setBusy] = useState(false);
  const type = field.attribute.target ?? '';
  if (title === '' || !relations.mayCreate(type)) return null;
  const create = async (): Promise<void> => {
    setBusy(true);
    try {
      const target = await relations.create(type, title);
      onCreated(target);
      const address = relations.addressOf(type, target);
      toast({
        text: t('relation.created', { name: title }),
        ...(address === null
          ? {}
          : { action: { label: t('peek.open'), run: () => void open(address, '_blank') } }),
      });
    } catch (error) {
      toast({ text: error instanceof Error ? error.message : t('unreachable.text') });
    }
    setBusy(false);
  };
  return (
    <p className={styles.note}>
      <Button size="small" icon={PlusIcon} isDisabled={isBusy} onPress={() => void create()}>
        {t('relation.create', { name: title })}
      </Button>
    </p>
  );
}
