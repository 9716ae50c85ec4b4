// Converts names to snake case with the word rules of lodash 4 (docs/strapi/storage.md, "Names"), which break at case
// changes, digits and punctuation.

const LOWER = 'a-zß-öø-ÿ';
const UPPER = 'A-ZÀ-ÖØ-Þ';
/** ASCII and Latin-1 punctuation, general punctuation, space characters, × and ÷. */
const BREAK =
  '\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\xbf\\u2000-\\u206f×÷\\u1680\\u180e\\u202f\\u205f\\u3000\\ufeff';
const PICTURE = '\\u2700-\\u27bf\\ud800-\\udfff';
/** Letters of scripts in which case does not split words. */
const OTHER = `[^${BREAK}${PICTURE}\\d${LOWER}${UPPER}]`;
const UPPERS = `(?:[${UPPER}]|${OTHER})`;
const LOWERS = `(?:[${LOWER}]|${OTHER})`;

const WORD = new RegExp(
  [
    `[${UPPER}]?[${LOWER}]+(?=[${BREAK}]|[${UPPER}]|$)`,
    `${UPPERS}+(?=[${BREAK}]|[${UPPER}]${LOWERS}|$)`,
    `[${UPPER}]?${LOWERS}+`,
    `[${UPPER}]+`,
    '\\d*(?:1ST|2ND|3RD|(?![123])\\dTH)(?=\\b|[a-z_])',
    '\\d*(?:1st|2nd|3rd|(?![123])\\dth)(?=\\b|[A-Z_])',
    '\\d+',
    '[\\u2700-\\u27bf]|[\\ud800-\\udbff][\\udc00-\\udfff]',
  ].join('|'),
  'g',
);

/** Latin letters without a Unicode decomposition into base letter and accent, each before its replacement. */
const LIGATURES: ReadonlyMap<string, string> = new Map(
  "ÆAe æae ŒOe œoe ĲIJ ĳij ßss ÞTh þth ÐD ðd ĐD đd ĦH ħh ıi ĸk ĿL ŀl ŁL łl ØO øo ŉ'n ŊN ŋn ŦT ŧt ſs"
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.slice(1)]),
);

/**
 * Converts to snake case: `url2` is `url_2`, `HTMLBody` is `html_body`, `été` is `ete`. Not idempotent: digits inside
 * a word are split off.
 */
export function snakeCase(text: string): string {
  const plain = withoutAccents(text).replaceAll(/['’]/g, '');
  return (plain.match(WORD) ?? []).map((word) => word.toLowerCase()).join('_');
}

function withoutAccents(text: string): string {
  return text
    .replaceAll(
      /[À-ÖØ-öø-ÿĀ-ſ]/g,
      (letter) => LIGATURES.get(letter) ?? letter.normalize('NFD').charAt(0),
    )
    .replaceAll(/[\u0300-\u036f\ufe20-\ufe2f\u20d0-\u20ff]/g, '');
}
