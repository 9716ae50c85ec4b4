// Errors of a change of the content model. Its routes answer them as `{error: message}`.

/** The change is not made, and nothing is changed. */
export class ModelChangeError extends Error {
  override readonly name = 'ModelChangeError';
  /** 400, or 404 if what it names does not exist. */
  readonly status: 400 | 404;

  /** `several`: a collection with several documents cannot become a single type. */
  readonly reason: 'several' | null;

  constructor(message: string, status: 400 | 404 = 400, reason: 'several' | null = null) {
    super(message);
    this.status = status;
    this.reason = reason;
  }
}
