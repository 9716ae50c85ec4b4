// Adds `createdBy` and `updatedBy` to the data of a write.

interface Creator {
  readonly user: { readonly id: unknown };
  /** True: the entry is changed, not created. */
  readonly isEdition?: boolean;
}

/** A function that adds `updatedBy`, and `createdBy` for a new entry. */
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
