// Uploads a form with XMLHttpRequest, which reports the upload progress.
import { ApiError, NetworkError } from './errors.ts';

/** Options of an upload. */
export interface FormParts {
  readonly form: FormData;
  readonly token: string;
  readonly signal: AbortSignal;
  /** Called with the uploaded fraction, from 0 to 1. */
  readonly onProgress: (part: number) => void;
}

/**
 * Returns the parsed body.
 * @throws ApiError for an error response, NetworkError if the server cannot be reached, the abort reason of the signal
 */
export function sendForm(
  path: string,
  { form, token, signal, onProgress }: FormParts,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onProgress(loaded / total);
    });
    request.addEventListener('load', () => {
      const body = parsed(request.responseText);
      if (request.status < 300) resolve(body);
      else {
        const { status, statusText } = request;
        reject(new ApiError(new Response(null, { status, statusText }), body));
      }
    });
    request.addEventListener('error', () => reject(new NetworkError(null)));
    signal.addEventListener('abort', () => {
      request.abort();
      reject(new DOMException('The upload was cancelled.', 'AbortError'));
    });
    request.send(form);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
