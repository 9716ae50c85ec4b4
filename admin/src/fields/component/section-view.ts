// Labels and states of sections.
import { isJsonObject } from '../../base/json.ts';
import { useTranslations } from '../../base/i18n.tsx';
import type { Path } from '../../model/document.ts';
import type { Attribute } from '../../model/schema.ts';
import { useFieldHost, useValueAt } from '../field-host.ts';
import { hasFaults, summaryOf } from './component-value.ts';

/** Returns the element id of a section, for the outline. */
export function sectionId(path: Path): string {
  return `section-${path.join('-')}`;
}

/** Returns the label of a section and subscribes to it. */
export function useSummary(path: Path, attribute: Attribute): string {
  const { language } = useTranslations();
  const { components: context } = useFieldHost();
  return useValueAt(path, (value) =>
    isJsonObject(value) ? summaryOf(value, language, { attribute, context }) : '',
  );
}

/** Returns true if a section has visible issues. */
export function useFaults(path: Path, attribute: Attribute): boolean {
  const { components: context, useFaultTime } = useFieldHost();
  const { when, isRejected } = useFaultTime(path);
  const isWrong = useValueAt(
    path,
    (value) => isJsonObject(value) && hasFaults(value, when, { attribute, context }),
  );
  return isWrong || isRejected;
}
