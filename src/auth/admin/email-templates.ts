// Validates email templates of administrators: text with placeholders, no code (docs/strapi/accounts.md, "Settings").
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
    const { message, object = '' } = options;
    if (![message, object].every(isTemplate)) throw invalidTemplate();
  }
  return templates;
}

function isTemplate(text: unknown): boolean {
  if (typeof text !== 'string') return false;
  const rest = text.replaceAll(VALUE, '');
  return !rest.includes('<%') && !/\$\{[^{}]*\}/.test(rest);
}

function invalidTemplate(): Error {
  return validationError('Invalid template');
}
