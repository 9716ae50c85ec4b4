// Steps of a request whose caller is authorized: limit, headers, policies, middlewares and handler.
import type { ServerResponse } from 'node:http';
import { AppError } from '../../base/errors.ts';
import type { RouteResponse } from '../response/response.ts';
import { clientOf } from './client-share.ts';
import type { Handler, Policy, RouteOf, RouteRateLimit } from './route.ts';
import type { RouteRequest } from './route-request.ts';

/** Collects headers of a response that does not exist yet. Fastify's reply is one. */
export interface HeaderSink {
  headers(values: Readonly<Record<string, string>>): unknown;
  /** The response, if the result of the route is sent as it is. */
  readonly raw?: ServerResponse;
}

/** A step before the handler. Headers that error responses must have as well are set on the sink. */
type Step<Caller> = (request: RouteRequest<Caller>, sink: HeaderSink) => Promise<void>;

/** The steps of a route, in the order in which they apply. */
export interface RouteSteps<Caller> {
  /** Counts a request. All further responses have the headers of the limit. @throws RateLimitError */
  readonly limit: Step<Caller>;
  /** Sets the headers of the route, and checks its policies. @throws AppError of a policy */
  readonly accept: Step<Caller>;
  /** Runs the middlewares and the handler. */
  readonly handle: Handler<Caller>;
  /** Runs all steps. */
  readonly run: (
    request: RouteRequest<Caller>,
    sink: HeaderSink,
  ) => RouteResponse | Promise<RouteResponse>;
}

/** Returns the steps of a route. */
export function stepsOf<Caller>(route: RouteOf<Caller>): RouteSteps<Caller> {
  const { rateLimit, headers, policies = [], middlewares = [], handler } = route;
  const limit: Step<Caller> = async (request, sink) => {
    if (rateLimit) await countRequest(rateLimit, request, sink);
  };
  const accept: Step<Caller> = async (request, sink) => {
    if (headers) sink.headers(headers);
    await checkPolicies(policies, request);
  };
  const handle = middlewares.reduceRight<Handler<Caller>>(
    (next, middleware) => (request) => middleware(request, next),
    handler,
  );
  const isOpen = !rateLimit && !headers && policies.length === 0;
  const run: RouteSteps<Caller>['run'] = async (request, sink) => {
    await limit(request, sink);
    await accept(request, sink);
    return handle(request);
  };
  return { limit, accept, handle, run: isOpen ? handle : run };
}

async function countRequest<Caller>(
  { limit, key }: RouteRateLimit<Caller>,
  request: RouteRequest<Caller>,
  sink: HeaderSink,
): Promise<void> {
  const { headers, isExceeded } = await limit.count({
    client: clientOf(request.ip),
    key: await key(request),
  });
  sink.headers(headers);
  if (isExceeded) {
    throw new AppError('RateLimitError', 'Too many requests, please try again later.');
  }
}

async function checkPolicies<Caller>(
  policies: readonly Policy<Caller>[],
  request: RouteRequest<Caller>,
): Promise<void> {
  for (const policy of policies) {
    const rejection = await policy(request);
    if (rejection) throw rejection;
  }
}
