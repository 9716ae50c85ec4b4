// Validates email addresses like Strapi (docs/strapi/writing.md, "Attribute values"), with expressions that take linear time.
// Letters outside of ASCII are allowed, lone surrogates are not.

const OTHER = String.raw`\u00A0-\uD7FF\uF900-\uFDCF\uFDF0-\uFFEF`;
const LETTER = `a-zA-Z${OTHER}`;

const atom = `[${LETTER}0-9!#$%&'*+\\-/=?^_\`{|}~]+`;
const dotted = `${atom}(?:\\.${atom})*`;

const blank = String.raw`(?:(?:[ \t]*\r\n)?[ \t]+)?`;
const plain = `[\\x01-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F!\\x23-\\x5B\\x5D-\\x7E${OTHER}]`;
const escaped = `\\\\[\\x01-\\x09\\x0B-\\x7F${OTHER}]`;
const quoted = `"(?:${blank}(?:${plain}|${escaped}))*${blank}"`;

const LOCAL_PART = new RegExp(`^(?:${dotted}|${quoted})$`);

const DOMAIN = new RegExp(`^[${LETTER}0-9][${LETTER}0-9\\-._~]*[${LETTER}]$`);
/** The dot before the top level: any dot between a letter or digit and a letter can be it. */
const TOP_LEVEL = new RegExp(`[${LETTER}0-9]\\.[${LETTER}]`);

/** True for an address with a dotted domain. Takes time in proportion to the text. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1);
  return (
    at > 0 && LOCAL_PART.test(text.slice(0, at)) && DOMAIN.test(domain) && TOP_LEVEL.test(domain)
  );
}
