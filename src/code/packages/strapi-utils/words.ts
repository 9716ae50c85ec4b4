// The words of a name in any case style.

/** Words begin at capitals and digits; all other characters separate words, except apostrophes. */
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
