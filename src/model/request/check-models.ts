// Checks a request against the models of a project: which models it may create, rename and remove, and what they may name.
import { stringOf } from '../../base/json.ts';
import { toRecord, toText, toTexts } from '../../schema/raw.ts';
import { snakeCase } from '../../storage/layout/snake-case.ts';
import { ModelChangeError } from '../errors.ts';
import { toRecords } from './check-element.ts';
import { componentTable, slugOf } from './model-names.ts';
import type { ModelElement, SchemaRequest } from './schema-request.ts';
import type { SourceModel, SourceModels } from './source-model.ts';

/** A content-type with drafts has no attribute with the name of their parameter. @throws ModelChangeError */
export function assertNoStatus(source: SourceModels, element: ModelElement): void {
  const { uid, raw, action, renamedFrom, attributes } = element;
  if (element.modelType === 'component' || raw['draftAndPublish'] !== true) return;
  const former = toRecord(source.get(renamedFrom ?? uid)?.json['attributes']);
  const names = new Set(action === 'update' ? Object.keys(former) : []);
  for (const { action: each, name } of toRecords(raw['attributes'])) {
    if (each === 'delete') names.delete(stringOf(name));
  }
  for (const attribute of attributes) {
    if (attribute.renamedFrom !== null) names.delete(attribute.renamedFrom);
    if (attribute.action === 'create') names.add(attribute.name);
  }
  const reserved = [...names].filter((name) => snakeCase(name) === 'status');
  if (reserved.length === 0) return;
  throw new ModelChangeError(
    `Cannot enable draft and publish while the following attribute names are reserved: ${reserved.join(', ')}. Rename them or remove them first.`,
  );
}

/** New models come first, as their errors do. @throws ModelChangeError */
export function assertElements(source: SourceModels, elements: SchemaRequest['elements']): void {
  const freed = new Set(
    elements.flatMap((element) => {
      if (element.action !== 'update') return [];
      const from = element.renamedFrom ?? element.uid;
      return uidOf(element) === from ? [] : [from];
    }),
  );
  const taken = new Map([...source].filter(([uid]) => !freed.has(uid)));
  const known = new Map(source);
  for (const element of elements) {
    if (element.action !== 'create') continue;
    const model = assertNew(taken, element);
    taken.set(model.uid, model);
    known.set(model.uid, model);
  }
  for (const element of elements) {
    if (element.action === 'update') {
      assertExists(known, { ...element, uid: element.renamedFrom ?? element.uid });
      if (element.modelType === 'component' && element.raw['category'] === undefined) {
        throw new ModelChangeError('Expected a string, got `undefined`');
      }
    } else if (element.action === 'delete') assertRemovable(assertExists(source, element));
  }
}

type Named = Pick<ModelElement, 'modelType' | 'uid'>;

/** Returns the model of a uid. @throws ModelChangeError if there is none of this kind */
export function assertExists(models: SourceModels, { modelType, uid }: Named): SourceModel {
  const model = models.get(uid);
  if (model?.modelType !== modelType) throw new ModelChangeError(`${modelType}.notFound`);
  return model;
}

/** Relations to built-in types would be removed with them. @throws ModelChangeError */
function assertRemovable({ uid, origin }: SourceModel): void {
  if (origin !== 'api') throw new ModelChangeError(`${uid} is built in and cannot be removed.`);
}

/** Returns the new model without attributes. @throws ModelChangeError */
function assertNew(models: SourceModels, { modelType, uid, raw }: ModelElement): SourceModel {
  const isComponent = modelType === 'component';
  const [singularName, category, displayName] = ['singularName', 'category', 'displayName'].map(
    (key) => stringOf(raw[key]),
  );
  const requested = isComponent
    ? `${slugOf(category ?? '')}.${slugOf(displayName ?? '')}`
    : `api::${singularName}.${singularName}`;
  if (uid !== requested) throw new ModelChangeError(`${modelType}.invalidUID`);
  const table = isComponent ? componentTable(category ?? '', displayName ?? '') : null;
  const hasTable = [...models.values()].some(
    (model) => model.modelType === 'component' && model.json['collectionName'] === table,
  );
  if (models.has(uid) || hasTable) throw new ModelChangeError(`${modelType}.alreadyExists`);
  return { uid, modelType, origin: 'api', file: null, json: { collectionName: table } };
}

/** The uid of an element after the change. */
export function uidOf({ modelType, uid, raw, action }: ModelElement): string {
  if (modelType === 'contentType' || action === 'create') return uid;
  return `${slugOf(stringOf(raw['category']))}.${uid.slice(uid.indexOf('.') + 1)}`;
}

/** Relations and components must name models that exist after the change. @throws ModelChangeError */
export function assertTargets(models: SourceModels): void {
  for (const { uid, json, origin } of models.values()) {
    if (origin !== 'api') continue;
    for (const [name, value] of Object.entries(toRecord(json['attributes']))) {
      const attribute = toRecord(value);
      const target = toText(attribute['target']);
      if (attribute['type'] === 'relation' && target && !models.has(target)) {
        throw new ModelChangeError(`Content type ${target} not found`);
      }
      const components = [toText(attribute['component']), ...toTexts(attribute['components'])];
      const missing = components.find((each) => each !== undefined && !models.has(each));
      if (missing === undefined) continue;
      throw new ModelChangeError(`${uid} ${name}: there is no component ${missing}.`);
    }
  }
}
