// Routes of the content-type builder that change the content model (docs/strapi/model-changes.md, "Requests"), and the
// ones that plan a change and list what can be restored (docs/model-changes.md).
import { AppError } from '../../base/errors.ts';
import type { IfMatch } from '../../documents/preconditions/entry-tags.ts';
import type { ModelChangeError } from '../../model/errors.ts';
import type { ModelChange, ModelChanges } from '../../model/model-changes.ts';
import type { PlanReport } from '../../model/plan/plan-report.ts';
import type { RetainedValues } from '../../model/plan/steps.ts';
import { etagHeader, json, type RouteResponse } from '../response/response.ts';
import type { RouteRequest } from '../routing/route-request.ts';
import type { AdminRoute, Route } from '../routing/route.ts';
import { adminRoutesUnder, type AdminHandler } from './admin-route.ts';

/** By default, only super admins may `update`. */
const PERMISSION = 'plugin::content-type-builder';

/** Queries that precede a change. */
interface ModelReads {
  /** Plans a change without making it. @throws ModelChangeError */
  readonly plan: (change: ModelChange) => Promise<PlanReport>;
  /** Values of removed attributes and models. */
  readonly removed: () => Promise<readonly RetainedValues[]>;
}

/** The routes that change content-types and components, and those that the panel calls before and after. */
export function schemaChangeRoutes(
  changes: ModelChanges,
  { plan, removed }: ModelReads,
): readonly Route[] {
  const route = adminRoutesUnder({ path: '/content-type-builder', permission: PERMISSION });
  const panelRoute = adminRoutesUnder({ path: '/admin/quoin/types', permission: PERMISSION });
  const changeRoute: CreateChangeRoute = (method, path, handler) => ({
    ...route(
      [method, path],
      'update',
      withErrorBody(async (request) => {
        const author = { adminId: request.caller.admin.id, ifMatch: await ifMatchOf(request) };
        return handler((change) => changes.apply(change, author), request);
      }),
    ),
    middlewares: [(request, next) => onlyIfAllowed(changes, () => next(request))],
  });
  const planChange: AdminHandler = async (request) => {
    const { change } = await parseBatch(request.body);
    const ifMatch = await ifMatchOf(request);
    if (ifMatch !== null) await changes.assertCurrent(ifMatch);
    return json({ data: await plan(change) }, { headers: etagHeader(changes.tag) });
  };
  return [
    route(['GET', '/update-schema-status'], null, () =>
      json({ data: { isUpdating: changes.isUpdating } }),
    ),
    route(['GET', '/reserved-names'], 'read', async () => {
      const names = await import('../../model/request/reserved-names.ts');
      return json({ models: names.RESERVED_MODELS, attributes: names.RESERVED_ATTRIBUTES });
    }),
    changeRoute('POST', '/update-schema', async (apply, { body }) => {
      const { isEmpty, change } = await parseBatch(body);
      if (!isEmpty) await apply(change);
      return json({}, { headers: etagHeader(changes.tag) });
    }),
    // The examples in a plan are stored values.
    panelRoute(['POST', '/plan'], 'update', withErrorBody(planChange)),
    panelRoute(['GET', '/removed'], 'read', async () =>
      json({ data: (await removed()).map(showRetained) }),
    ),
    ...legacyRoutes(changeRoute),
  ];
}

/** A removed attribute or model, as a request adds it again. */
function showRetained({ uid, attribute, raw, attributes }: RetainedValues): object {
  const parts = attributes.map(({ name, raw: properties }) => ({ name, properties }));
  return { uid, attribute, properties: raw, attributes: parts };
}

/** Tags of the content model that the client has seen, or null. @throws ValidationError */
async function ifMatchOf({
  headers,
}: Pick<RouteRequest<unknown>, 'headers'>): Promise<IfMatch | null> {
  const header = headers['if-match'];
  if (header === undefined) return null;
  const { parseIfMatch } = await import('../routing/if-match.ts');
  return parseIfMatch(header);
}

/** @throws ModelChangeError */
async function parseBatch(body: unknown): Promise<{ isEmpty: boolean; change: ModelChange }> {
  const { parseSchemaRequest } = await import('../../model/request/schema-request.ts');
  const { applyRequest } = await import('../../model/request/apply-request.ts');
  const request = parseSchemaRequest(body);
  return {
    isEmpty: request.elements.length === 0,
    change: (models) => applyRequest(models, request),
  };
}

type Apply = (change: ModelChange) => Promise<void>;
type CreateChangeRoute = (
  method: AdminRoute['method'],
  path: string,
  handler: (apply: Apply, ...request: Parameters<AdminHandler>) => Promise<RouteResponse>,
) => AdminRoute;

/** Routes for one content-type, component or category. */
function legacyRoutes(route: CreateChangeRoute): readonly Route[] {
  const legacy = () => import('../../model/request/legacy-requests.ts');
  const uidResponse = (uid: string, status: number): RouteResponse =>
    json({ data: { uid } }, { status });
  return [
    route('POST', '/content-types', async (apply, { body }) => {
      const { uid, change } = (await legacy()).changeContentType(null, body);
      await apply(change);
      return uidResponse(uid, 201);
    }),
    route('PUT', '/content-types/:uid', async (apply, { body, params }) => {
      const { uid, change } = (await legacy()).changeContentType(params['uid'] ?? '', body);
      await withLegacyMessage(() => apply(change));
      return uidResponse(uid, 201);
    }),
    route('DELETE', '/content-types/:uid', async (apply, { params }) => {
      const uid = params['uid'] ?? '';
      await apply((await legacy()).removeModel('contentType', uid));
      return uidResponse(uid, 200);
    }),
    route('POST', '/components', async (apply, { body }) => {
      const { uid, change } = (await legacy()).changeComponent(null, body);
      await apply(change);
      return uidResponse(uid, 201);
    }),
    route('PUT', '/components/:uid', async (apply, { body, params }) => {
      const { uid, change } = (await legacy()).changeComponent(params['uid'] ?? '', body);
      await apply(change);
      return uidResponse(uid, 200);
    }),
    route('DELETE', '/components/:uid', async (apply, { params }) => {
      const uid = params['uid'] ?? '';
      await apply((await legacy()).removeModel('component', uid));
      return uidResponse(uid, 200);
    }),
    route('PUT', '/component-categories/:name', async (apply, { body, params }) => {
      const renamed = (await legacy()).renameCategory(params['name'] ?? '', body);
      if (!renamed) return json({});
      await withEnvelope(() => apply(renamed.change));
      return json({ name: renamed.name });
    }),
    route('DELETE', '/component-categories/:name', async (apply, { params }) => {
      const name = params['name'] ?? '';
      const change = (await legacy()).removeCategory(name);
      await withEnvelope(() => apply(change));
      return json({ name });
    }),
  ];
}

async function onlyIfAllowed(
  { isAllowed }: ModelChanges,
  next: () => RouteResponse | Promise<RouteResponse>,
): Promise<RouteResponse> {
  if (isAllowed) return next();
  throw new AppError(
    'PolicyError',
    'Content-Type Builder modifications are disabled in production mode. Schema changes can only be made when running with autoReload enabled (strapi develop).',
  );
}

/** Errors have their own body format. */
function withErrorBody(handler: AdminHandler): AdminHandler {
  return async (request) => {
    try {
      return await handler(request);
    } catch (error) {
      if (!isModelChangeError(error)) throw error;
      const body = error.body ?? error.message;
      return json({ error: body }, { status: error.status });
    }
  };
}

/** The legacy route has its own message for a collection with several documents. */
async function withLegacyMessage(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isModelChangeError(error) || error.reason !== 'several') throw error;
    const { ModelChangeError: Rejection } = await import('../../model/errors.ts');
    throw new Rejection(
      'You cannot convert a collectionType to a singleType when having multiple entries in DB',
    );
  }
}

/** Errors of categories have the usual body. */
async function withEnvelope(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isModelChangeError(error)) throw error;
    throw new AppError('ApplicationError', error.message);
  }
}

/** The class is loaded with the first change. */
function isModelChangeError(error: unknown): error is ModelChangeError {
  return error instanceof Error && error.name === 'ModelChangeError';
}
