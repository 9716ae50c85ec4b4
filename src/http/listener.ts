// In charge of what hears requests: answers that are kept go out from here, all others through the framework.
import { createServer, type RequestListener, type Server } from 'node:http';
import {
  KEEP_ALIVE_MS,
  MAX_HEADER_BYTES,
  REQUEST_TIMEOUT_MS,
  TIMEOUT_CHECK_MS,
} from '../base/limits.ts';
import { answerSeveralHosts, countAnswer, hasSeveralHosts } from './broken-request.ts';
import type { KeptAnswers } from './kept-answers.ts';

/** A server that does not listen yet. @param handler Answers a request in the framework's way */
export function makeListener(handler: RequestListener, answers: KeptAnswers | null): Server {
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    (request, response) => {
      // It waits behind another one, whole as it may be.
      if (response.socket === null) countAnswer(request, response);
      if (hasSeveralHosts(request)) return answerSeveralHosts(response);
      // While it closes, the framework tells clients to go.
      if (answers && server.listening && answers.answer(request, response)) return;
      handler(request, response);
    },
  );
  return server;
}
