// Errors of a change of the content model. Its routes return them as `{error: message}`.

/** Why a change is not made, for code that handles it. */
type ModelChangeReason =
  /** A collection with several documents cannot become a single type. */
  | 'several'
  /** A request to the legacy routes breaks rules, which are all reported. */
  | 'invalidModel';

interface ModelChangeOptions {
  /** Default: 400. */
  readonly status?: 400 | 404;
  readonly reason?: ModelChangeReason | null;
  readonly cause?: unknown;
  readonly body?: ModelChangeError['body'];
}

/** The change is not made, and nothing is changed. */
export class ModelChangeError extends Error {
  override readonly name = 'ModelChangeError';
  /** 400, or 404 if what it names does not exist. */
  readonly status: 400 | 404;

  readonly reason: ModelChangeReason | null;
  /** The `error` of the response if it is not the message. */
  readonly body: Readonly<Record<string, unknown>> | null;

  constructor(message: string, options: ModelChangeOptions = {}) {
    const { status = 400, reason = null, cause, body = null } = options;
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.reason = reason;
    this.body = body;
  }
}

/** A broken rule of a request to the legacy routes. */
export interface ReportedRule {
  readonly path: readonly string[];
  readonly message: string;
  readonly name: 'ValidationError';
  readonly value: unknown;
}

/** Creates the error of a request to the legacy routes. @param rules Empty if the model is missing */
export function invalidModel(rules: readonly ReportedRule[]): ModelChangeError {
  const [first] = rules;
  const message = rules.length > 1 ? `${rules.length} errors occurred` : (first?.message ?? '');
  const body = first ? { name: 'ValidationError', message, details: { errors: rules } } : {};
  return new ModelChangeError(message, { reason: 'invalidModel', body });
}
