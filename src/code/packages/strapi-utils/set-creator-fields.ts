// Adds `createdBy` and `updatedBy` to the data of a write.

interface Creator {
  readonly user: { readonly id: unknown };
  /** True if the entry is updated, `false` if it is created. */
  readonly isEdition?: boolean;
}

/** Creates a function that adds `updatedBy`, and `createdBy` to new entries. */
export function setCreatorFields({
  user,
  isEdition = false,
}: Creator): (data: object) => Record<string, unknown> {
  return (data) => ({
    ...data,
    ...(isEdition ? {} : { createdBy: user.id }),
    updatedBy: user.id,
  });
}
