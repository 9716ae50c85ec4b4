// In charge of links that stand ready for a row that is written, one without drafts or a component: a write that takes
// a target away takes the waiting link too.
import type { Writing } from '../../storage/database.ts';
import { isToOne, type LinkedAttribute } from '../check/linked-attribute.ts';
import type { RelationInput, TargetInput } from '../input.ts';
import type { WriteContext } from '../write-context.ts';
import { hasVersions } from './model-links.ts';
import { pendingLinksOf, removePendingLinks, type StoredPendingLink } from './pending-links.ts';

/** A relation that was written, of a row that was there before. */
export interface WrittenRelation {
  readonly row: number;
  readonly relation: RelationInput;
}

/** Forgets the waiting links that writes of an attribute end. */
export function* forgetPending(
  context: WriteContext,
  { uid, attribute }: { readonly uid: string; readonly attribute: LinkedAttribute },
  written: readonly WrittenRelation[],
): Writing<void> {
  if (!mayWait(context, uid, attribute)) return;
  const waiting = yield* pendingLinksOf(
    context,
    written.map(({ row }) => row),
  );
  const relations = new Map(written.map(({ row, relation }) => [row, relation]));
  const gone = waiting.filter((link) => {
    const relation = relations.get(link.source.id);
    if (!relation || link.source.uid !== uid || link.attribute !== attribute.name) return false;
    if (relation.kind === 'set' || (isToOne(attribute) && relation.connect.length > 0)) return true;
    return relation.disconnect.some((target) => isNamed(target, link));
  });
  yield* removePendingLinks(context, gone);
}

/** Whole drafts have no links that wait, and only what has versions is waited for. */
function mayWait({ registry }: WriteContext, uid: string, attribute: LinkedAttribute): boolean {
  const model = registry.model(uid);
  if (model.modelType === 'contentType' && model.draftAndPublish) return false;
  if (attribute.kind === 'media') return false;
  return attribute.target === undefined || hasVersions(registry.contentType(attribute.target));
}

/** A row id names a row that is there, so it is none that is waited for. */
function isNamed(named: TargetInput, { target }: StoredPendingLink): boolean {
  if (named.by === 'id' || named.documentId !== target.documentId) return false;
  const isLocale = named.locale === null || named.locale === (target.locale ?? named.locale);
  return isLocale && (named.status === null || named.status === target.status);
}
