// Errors of a change of the content model. Its routes answer them as `{error: message}`.

/** The change is not made, and nothing is changed. */
export class ModelChangeError extends Error {
  override readonly name = 'ModelChangeError';
  /** 400, or 404 if what it names does not exist. */
  readonly status: 400 | 404;

  constructor(message: string, status: 400 | 404 = 400) {
    super(message);
    this.status = status;
  }
}
