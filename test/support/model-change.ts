// Content models that change on a database, for tests of plans and their application.
import { randomUUID } from 'node:crypto';
import { applyPlan, type AppliedChange } from '../../src/model/apply/apply-plan.ts';
import {
  stageConversions,
  unstageConversions,
  type StagedConversions,
} from '../../src/model/apply/stage-conversions.ts';
import { readRetainedValues } from '../../src/model/retained-values.ts';
import { planChange } from '../../src/model/plan/plan.ts';
import type { ModelVersion } from '../../src/model/plan/change-versions.ts';
import type { ChangePlan } from '../../src/model/plan/steps.ts';
import { NO_RENAMES, type Renames } from '../../src/model/renames.ts';
import { builtInDefinitions } from '../../src/schema/built-in/definitions.ts';
import { defineRegistry } from '../../src/schema/define.ts';
import { createLayout } from '../../src/storage/layout/layout.ts';
import { RowStatements } from '../../src/storage/statements/row-statements.ts';
import { layoutTemplate } from './layout-template.ts';
import { openScratch, type ScratchDatabase } from './scratch-database.ts';
import { definition } from './vendored-projects.ts';

type Attributes = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

interface TypeOptions {
  readonly kind?: 'collectionType' | 'singleType';
  readonly draftAndPublish?: boolean;
  readonly localized?: boolean;
  readonly collectionName?: string;
}

/** Attributes by uid of a type (`api::note.note`) or component (`desk.pin`), with options under ` options`. */
export type Models = Readonly<Record<string, Attributes>>;

/** A content model of types without drafts. */
export function modelVersion(
  models: Models,
  options: Readonly<Record<string, TypeOptions>> = {},
): ModelVersion {
  const definitions = Object.entries(models).map(([uid, attributes]) =>
    definition(uid, schemaOf(uid, attributes, options[uid] ?? {})),
  );
  const registry = defineRegistry([...builtInDefinitions, ...definitions]);
  return { definitions, registry, layout: createLayout(registry) };
}

function schemaOf(uid: string, attributes: Attributes, options: TypeOptions): unknown {
  const name = uid.slice(uid.lastIndexOf('.') + 1);
  if (!uid.startsWith('api::')) {
    const collectionName = options.collectionName ?? `components_${uid.replace('.', '_')}s`;
    return { collectionName, info: { displayName: name }, attributes };
  }
  return {
    kind: options.kind ?? 'collectionType',
    collectionName: options.collectionName ?? `${name}s`,
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    options: { draftAndPublish: options.draftAndPublish ?? false },
    pluginOptions: options.localized ? { i18n: { localized: true } } : {},
    attributes,
  };
}

/** Options of a change. Default: no renames, and unconvertible values are rejected. */
export interface ChangeOptions {
  readonly renames?: Partial<Renames>;
  readonly setsAside?: boolean;
  /** Enables conversion ahead of the change; runs before its transaction. */
  readonly onStaged?: (() => Promise<unknown>) | undefined;
}

/** Plans a change that keeps no values. */
export function planOf(
  current: ModelVersion,
  requested: ModelVersion,
  { renames, setsAside = false }: ChangeOptions = {},
): ChangePlan {
  return planChange({
    current,
    requested,
    renames: { ...NO_RENAMES, ...renames },
    retained: [],
    setsAside: () => setsAside,
  });
}

/** A database with a content model. */
export interface ChangingModel extends ScratchDatabase {
  /** Plans and applies a change. */
  change(requested: ModelVersion, options?: ChangeOptions): Promise<AppliedChange & ChangePlan>;
}

/** Opens a database with the tables of a model. */
export async function openModel(first: ModelVersion): Promise<ChangingModel> {
  const scratch = await openScratch(layoutTemplate(first.layout));
  const { database } = scratch;
  const { dialect } = database;
  let current = first;
  return {
    ...scratch,
    change: async (requested, { renames, setsAside = false, onStaged } = {}) => {
      const statements = new RowStatements(dialect, current.layout);
      const retained = await database.read(readRetainedValues(statements, dialect));
      const plan = planChange({
        current,
        requested,
        renames: { ...NO_RENAMES, ...renames },
        retained,
        setsAside: () => setsAside,
      });
      const key = randomUUID();
      const staged: StagedConversions =
        onStaged === undefined
          ? new Map()
          : await stageConversions(database, { plan, current, key });
      await onStaged?.();
      const change = { plan, current, requested, initialLocale: 'en', staged };
      const applied = await database
        .runInTransaction((session) => applyPlan(session, dialect, change))
        .catch(async (error: unknown) => {
          if (staged.size > 0) await unstageConversions(database, key);
          throw error;
        });
      current = requested;
      return { ...applied, ...plan };
    },
  };
}
