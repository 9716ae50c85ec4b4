// Events that a webhook can subscribe to.
export const EVENTS: ReadonlySet<string> = new Set([
  'entry.create',
  'entry.update',
  'entry.delete',
  'entry.publish',
  'entry.unpublish',
  'entry.draft-discard',
  'media.create',
  'media.update',
  'media.delete',
]);
