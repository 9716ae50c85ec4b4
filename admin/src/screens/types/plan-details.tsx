// Details of a plan: changed files, and references to changed parts.
import type { ReactNode } from 'react';
import { useT, type MessageKey } from '../../base/i18n.tsx';
import type { Plan } from '../../model/types/plan.ts';
import type { ChangedFile } from '../../model/types/patch.ts';
import styles from './plan-dialog.module.css';

/** Foldable lists. */
export function PlanDetails({ plan: { files, impact } }: { readonly plan: Plan }): ReactNode {
  const t = useT();
  const lists: readonly (readonly [MessageKey, readonly string[]])[] = [
    ['types.impactRoutes', impact.routes],
    ['types.impactRoles', impact.roles],
    ['types.impactViews', impact.views],
    ['types.impactCode', impact.code],
  ];
  return (
    <div className={styles.details}>
      <details>
        <summary>{t('types.files', { count: files.length })}</summary>
        <ul>
          {files.map((file) => (
            <li key={file.path}>
              <code>{file.path}</code> <small>{t(`fileAction.${actionOf(file)}`)}</small>
            </li>
          ))}
        </ul>
      </details>
      {lists
        .filter(([, items]) => items.length > 0)
        .map(([title, items]) => (
          <details key={title}>
            <summary>
              {t(title)} <small>{items.length}</small>
            </summary>
            <ul>
              {items.map((item, index) => (
                <li key={index}>
                  <code>{item}</code>
                </li>
              ))}
            </ul>
          </details>
        ))}
    </div>
  );
}

function actionOf({ before, after }: ChangedFile): 'create' | 'update' | 'delete' {
  return after === null ? 'delete' : before === null ? 'create' : 'update';
}
