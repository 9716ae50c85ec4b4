// Types of values that project code passes and receives.

/** An object of project code with unknown values. */
export type Fields = Record<string, unknown>;

/** A function of project code. */
export type Callable = (...args: never[]) => unknown;

/** An entry or row for code: a plain object that code may change. */
export interface Row extends Fields {
  id: number;
  documentId?: string;
}

/** Parameters of the document service, the entity service and queries, unvalidated. */
export type Params = Fields;
