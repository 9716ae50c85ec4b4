// Type builder options of relations.
import type { BuilderKind } from '../builder/builder-kind.ts';
import { PRIVATE } from '../builder/shared-options.ts';
import { KIND_ICONS } from '../builder/kind-icons.tsx';
import { RelationSides } from './relation-sides.tsx';

export const relationOptions: BuilderKind = {
  kind: 'relation',
  name: 'kind.relation',
  hint: 'kindHint.relation',
  icon: KIND_ICONS.relation,
  initial: { relation: 'oneToOne', side: null },
  options: [{ input: 'control', Control: RelationSides }, PRIVATE],
  isInComponents: true,
  isScalar: false,
};
