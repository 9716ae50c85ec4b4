// Validates the email templates of users: text with placeholders, no code (docs/strapi/accounts.md, "Settings").
import { validationError } from '../../base/errors.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';

/** A placeholder, such as `<%= URL %>`. */
const VALUE = /<%=\s*(?:URL|ADMIN_URL|SERVER_URL|CODE|USER|USER\.email|USER\.username|TOKEN)\s*%>/g;

/** Returns the templates of a body by name. @throws ValidationError */
export function checkTemplates(templates: unknown): JsonObject {
  if (!isJsonObject(templates)) throw invalidTemplate();
  for (const template of Object.values(templates)) {
    const options = isJsonObject(template) ? template['options'] : undefined;
    if (!isJsonObject(options)) throw invalidTemplate();
    const { message = '', object = '' } = options;
    if (typeof object !== 'string' || !isTemplate(message)) throw invalidTemplate();
  }
  return templates;
}

/** As in Strapi, other placeholders are found from left to right, and compared with the valid ones by number. */
function isTemplate(text: unknown): boolean {
  if (typeof text !== 'string' || hasCode(text) || /\$\{[^{}]*\}/.test(text)) return false;
  return placeholdersIn(text) <= (text.match(VALUE)?.length ?? 0);
}

/** Whether a text contains `<% … %>` without a `=`. */
function hasCode(text: string): boolean {
  const lastEnd = text.lastIndexOf('%>');
  for (let at = text.indexOf('<%'); at >= 0; at = text.indexOf('<%', at + 1)) {
    if (at + 3 > lastEnd) return false;
    if (text[at + 2] !== '=') return true;
  }
  return false;
}

/** Number of texts such as `<%= … %>`. */
function placeholdersIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('<%='); at >= 0; count += 1) {
    const end = text.indexOf('%>', at + 4);
    if (end < 0) return count;
    at = text.indexOf('<%=', end + 2);
  }
  return count;
}

function invalidTemplate(): Error {
  return validationError('Invalid template');
}
