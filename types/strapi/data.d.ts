// Entries as code gets them. Those of types that `types/generated` describes have its attributes.
import type { Value } from './attribute.js';
import type { Public } from './index.js';

export type ID = string | number;
export type DocumentID = string;

/** Values of attributes. Relations, components and media are there only if they are populated. */
type Values<TSchema> = TSchema extends { attributes: infer TAttributes }
  ? { [TName in keyof TAttributes]?: Value<TAttributes[TName]> | null }
  : Record<string, any>;

/** Of a uid that is not described, all attributes are allowed. */
type Described<TSchemas, TUID> = string extends TUID
  ? Record<string, any>
  : TUID extends keyof TSchemas
    ? Values<TSchemas[TUID]>
    : Record<string, any>;

export type ContentType<TUID = string, _TKeys = string> = {
  id: ID;
  documentId: DocumentID;
} & Described<Public.ContentTypeSchemas, TUID>;
export type Component<TUID = string, _TKeys = string> = { id: ID } & Described<
  Public.ComponentSchemas,
  TUID
>;
export type Entity<TUID = string, TKeys = string> = ContentType<TUID, TKeys>;
