// Elements of content-type note in requests that change the content model.

type Properties = Readonly<Record<string, unknown>>;

/** Element that creates a type called note. */
export function newNote(
  attributes: Readonly<Record<string, Properties>>,
  more: Properties = {},
): unknown {
  return {
    ...element(attributes, 'create'),
    action: 'create',
    kind: 'collectionType',
    singularName: 'note',
    pluralName: 'notes',
    ...more,
  };
}

/** Element that changes the attributes of the type note. */
export function changedNote(
  attributes: Readonly<Record<string, Properties>>,
  more: Properties = {},
): unknown {
  return { ...element(attributes, 'update'), action: 'update', ...more };
}

function element(
  attributes: Readonly<Record<string, Properties>>,
  action: 'create' | 'update',
): Properties {
  return {
    uid: 'api::note.note',
    displayName: 'Note',
    draftAndPublish: false,
    attributes: Object.entries(attributes).map(([name, { renamedFrom, ...properties }]) => ({
      action,
      name,
      properties,
      ...(renamedFrom === undefined ? {} : { renamedFrom }),
    })),
  };
}
