// The words of a name, whatever case it is written in.

/** Words begin at capitals, digits and whatever is neither letter nor digit; apostrophes are part of none. */
export function toWords(name: string): string[] {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll(/['\u2019]/g, '');
  return plain.match(/\d+|\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}+/gu) ?? [];
}

export function toSnakeCase(name: string): string {
  return toWords(name)
    .map((word) => word.toLowerCase())
    .join('_');
}
