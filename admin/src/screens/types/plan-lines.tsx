// Lines of a plan, by type.
import type { ReactNode } from 'react';
import { useT } from '../../base/i18n.tsx';
import { builderKind } from '../../fields/builder/builder-kinds.ts';
import type { PlanGroup, PlanLine } from '../../model/types/plan-lines.ts';
import { Button } from '../../ui/button.tsx';
import styles from './plan-dialog.module.css';

interface PlanLinesProps {
  readonly groups: readonly PlanGroup[];
  readonly onSetAside: (line: PlanLine) => void;
}

export function PlanLines({ groups, onSetAside }: PlanLinesProps): ReactNode {
  const t = useT();
  const textOf = ({ word, values }: PlanLine): string => {
    const kind = builderKind(String(values['toKind']));
    return t(`step.${word}`, { ...values, ...(kind ? { toKind: t(kind.name) } : {}) });
  };
  return groups.map(({ uid, title, lines }) => (
    <section key={uid} className={styles.group}>
      <h3>{title}</h3>
      <ul>
        {lines.map((line, index) => (
          <li key={index} className={styles[line.tone]}>
            <span>{textOf(line)}</span>
            {line.examples.length === 0 ? null : (
              <small>
                {t('types.such', { examples: line.examples.map(shortened).join(' · ') })}
              </small>
            )}
            {line.offersSettingAside ? (
              <Button size="small" onPress={() => onSetAside(line)}>
                {t('types.setAside')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** Truncates stored values. */
function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
