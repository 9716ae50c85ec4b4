// Parameters that the content API knows.
import { DOCUMENT_PARAMETERS, ROOT_PARAMETERS } from '../../../query/root-parameters.ts';

/** Of the content API and of documents. */
export const SHARED_QUERY_PARAM_KEYS: readonly string[] = DOCUMENT_PARAMETERS;

/** Of the content API. */
export const ALLOWED_QUERY_PARAM_KEYS: readonly string[] = ROOT_PARAMETERS;

/** Keys of `data` that no plugin can add. */
export const RESERVED_INPUT_PARAM_KEYS: readonly string[] = ['id', 'documentId'];
