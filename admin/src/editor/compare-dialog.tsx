// Conflict dialog: two users changed the same fields. Nothing is sent before the user resolves it.
import { useState, type ReactNode } from 'react';
import type { Json } from '../base/json.ts';
import { useTranslations } from '../base/i18n.tsx';
import type { Conflict } from '../model/changes.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useEntrySession, useEntryState } from './session-context.tsx';
import styles from './compare-dialog.module.css';

/** Shows both values of each field for selection. */
export function CompareDialog(): ReactNode {
  const { t } = useTranslations();
  const session = useEntrySession();
  const conflict = useEntryState((state) => state.conflict);
  const [theirs, setTheirs] = useState<readonly string[]>([]);
  const conflicts = conflict?.conflicts ?? [];
  const mine = conflicts.map(({ field }) => field).filter((field) => !theirs.includes(field));
  const choose = (field: string, isMine: boolean): void =>
    setTheirs([...theirs.filter((each) => each !== field), ...(isMine ? [] : [field])]);
  const finish = (): void => {
    setTheirs([]);
    void session.resolve(mine);
  };
  return (
    <Dialog
      title={t('compare.title')}
      size="wide"
      isOpen={conflict !== null}
      onClose={null}
      actions={
        <Button variant="primary" onPress={finish}>
          {t('compare.save')}
        </Button>
      }
    >
      <p className={styles.lead}>{t('compare.text')}</p>
      {conflicts.map((each) => (
        <Choice
          key={each.field}
          conflict={each}
          isMine={!theirs.includes(each.field)}
          onChoose={(isMine) => choose(each.field, isMine)}
        />
      ))}
    </Dialog>
  );
}

function Choice({
  conflict: { field, mine, theirs },
  isMine,
  onChoose,
}: {
  readonly conflict: Conflict;
  readonly isMine: boolean;
  readonly onChoose: (isMine: boolean) => void;
}): ReactNode {
  const { t } = useTranslations();
  const { form } = useEntrySession();
  return (
    <fieldset className={styles.choice}>
      <legend>{form.label(field)}</legend>
      <Side
        name={field}
        label={t('compare.mine')}
        value={mine}
        isOn={isMine}
        onChoose={() => onChoose(true)}
      />
      <Side
        name={field}
        label={t('compare.theirs')}
        value={theirs}
        isOn={!isMine}
        onChoose={() => onChoose(false)}
      />
    </fieldset>
  );
}

function Side({
  name,
  label,
  value,
  isOn,
  onChoose,
}: {
  readonly name: string;
  readonly label: string;
  readonly value: Json;
  readonly isOn: boolean;
  readonly onChoose: () => void;
}): ReactNode {
  const { t, language } = useTranslations();
  const { form } = useEntrySession();
  return (
    <label className={styles.side}>
      <span>
        <input type="radio" name={`compare-${name}`} checked={isOn} onChange={onChoose} />
        {label}
      </span>
      <span className={styles.value}>{form.text(name, value, language) || t('unknown.empty')}</span>
    </label>
  );
}
