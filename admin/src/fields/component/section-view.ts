// What is shown of a section in addition to its fields.
import { isJsonObject } from '../../base/json.ts';
import { useWords } from '../../base/words.tsx';
import type { Path } from '../../model/document.ts';
import type { Attribute } from '../../model/schema.ts';
import { useFieldHost, useValueAt } from '../field-host.ts';
import { hasFaults, summaryOf } from './component-value.ts';

/** Id of the element of a section, to which the outline leads. */
export function sectionId(path: Path): string {
  return `section-${path.join('-')}`;
}

/** The text by which a section is known; it follows what is typed. */
export function useSummary(path: Path, attribute: Attribute): string {
  const { language } = useWords();
  const { components: context } = useFieldHost();
  return useValueAt(path, (value) =>
    isJsonObject(value) ? summaryOf(value, language, { attribute, context }) : '',
  );
}

/** Whether a section has errors to show. */
export function useFaults(path: Path, attribute: Attribute): boolean {
  const { components: context, useFaultTime } = useFieldHost();
  const { when, isRefused } = useFaultTime(path);
  const isWrong = useValueAt(
    path,
    (value) => isJsonObject(value) && hasFaults(value, when, { attribute, context }),
  );
  return isWrong || isRefused;
}
