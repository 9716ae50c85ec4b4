// Requests that failed because another process has changed the content model and its tables: they are handled once
// more, with the current model (docs/model-changes.md, "Several processes").
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';
import type { ModelChanges } from '../../model/model-changes.ts';
import { isBodyAvailable } from '../body/body-bytes.ts';
import { errorResponse } from './errors.ts';
import { sendResponse } from './send-response.ts';

interface FailedRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Sends the error response. */
  readonly fail: () => unknown;
}

/** Handles a failed request again if the content model has changed. */
export async function retry(
  changes: Pick<ModelChanges, 'catchUp' | 'resend'>,
  { request: { raw }, reply, fail }: FailedRequest,
): Promise<unknown> {
  if (reply.raw.headersSent || !(await isOutdated(changes, raw))) return fail();
  if (!isBodyAvailable(raw)) return sendResponse(reply, errorResponse(justChanged()));
  reply.hijack();
  changes.resend(raw, reply.raw);
  return undefined;
}

/** If the database does not respond, the request fails as before. */
async function isOutdated(
  changes: Pick<ModelChanges, 'catchUp'>,
  request: FastifyRequest['raw'],
): Promise<boolean> {
  try {
    return await changes.catchUp(request);
  } catch {
    return false;
  }
}

function justChanged(): AppError {
  const message = 'The content model has just been changed. Send the request again.';
  return new AppError('ServiceUnavailableError', message);
}
