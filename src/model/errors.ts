// Errors of a change of the content model. Its routes return them as `{error: message}`.

/** Options of `ModelChangeError`. */
interface ModelChangeOptions {
  /** Default: 400. */
  readonly status?: 400 | 404;
  readonly reason?: 'several' | null;
  readonly cause?: unknown;
}

/** The change is not made, and nothing is changed. */
export class ModelChangeError extends Error {
  override readonly name = 'ModelChangeError';
  /** 400, or 404 if what it names does not exist. */
  readonly status: 400 | 404;

  /** `several`: a collection with several documents cannot become a single type. */
  readonly reason: 'several' | null;

  constructor(message: string, { status = 400, reason = null, cause }: ModelChangeOptions = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.reason = reason;
  }
}

/** A broken rule of a request to the legacy routes. */
export interface ReportedRule {
  readonly path: readonly string[];
  readonly message: string;
  readonly name: 'ValidationError';
  readonly value: unknown;
}

/** A request to the legacy routes that breaks rules, which are all reported. */
export class InvalidModelError extends ModelChangeError {
  /** The `error` of the response; empty without rules, if the model is missing. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(rules: readonly ReportedRule[]) {
    const [first] = rules;
    const message = rules.length > 1 ? `${rules.length} errors occurred` : (first?.message ?? '');
    super(message);
    this.body = first ? { name: 'ValidationError', message, details: { errors: rules } } : {};
  }
}
