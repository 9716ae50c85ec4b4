// Parameters of the content API.
import { DOCUMENT_PARAMETERS, ROOT_PARAMETERS } from '../../../query/root-parameters.ts';

/** Parameters of the content API and of the document service. */
export const SHARED_QUERY_PARAM_KEYS: readonly string[] = DOCUMENT_PARAMETERS;

/** Parameters of the content API only. */
export const ALLOWED_QUERY_PARAM_KEYS: readonly string[] = ROOT_PARAMETERS;

/** Keys of `data` that plugins cannot add. */
export const RESERVED_INPUT_PARAM_KEYS: readonly string[] = ['id', 'documentId'];
