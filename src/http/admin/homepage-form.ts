// Form of the layout of widgets on the home page (docs/strapi/administration.md, "Home page"). Imported on demand.
import * as yup from 'yup';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { checkForm } from '../../forms/check-form.ts';
import { plainText } from '../../forms/fields.ts';

/** Width of a widget without one, in twelfths of a row. */
const DEFAULT_WIDTH = 6;
const WIDTHS = [4, 6, 8, 12];
const MAX_WIDGETS = 100;

const form = yup.object().shape({
  version: yup.number().integer().min(1),
  updatedAt: plainText().max(255).test('time', '${path} must be an ISO time', isTime),
  widgets: yup
    .array()
    .of(
      yup
        .object()
        .shape({ uid: plainText().min(1).max(255).required(), width: yup.number().oneOf(WIDTHS) })
        .required(),
    )
    .max(MAX_WIDGETS)
    .required(),
});

/**
 * Returns the layout in a body. The width of a widget stays if it is not sent.
 * @param before The stored layout
 * @throws ValidationError with all errors
 */
export async function checkHomepageLayout(
  body: unknown = {},
  before: JsonObject = {},
): Promise<JsonObject> {
  const { version = 1, updatedAt, widgets } = await checkForm(form, body);
  const widths = widthsOf(before);
  return {
    ...(updatedAt === undefined ? {} : { updatedAt }),
    version,
    widgets: widgets.map(({ uid, width }) => ({
      uid,
      width: width ?? widths.get(uid) ?? DEFAULT_WIDTH,
    })),
  };
}

/** True for a time such as `2026-01-31T12:00:00.000Z`, or none. */
function isTime(text: string | undefined): boolean {
  if (text === undefined) return true;
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text));
}

function widthsOf({ widgets }: JsonObject): ReadonlyMap<string, number> {
  const list = Array.isArray(widgets) ? widgets.filter(isJsonObject) : [];
  return new Map(
    list.flatMap(({ uid, width }) =>
      typeof uid === 'string' && typeof width === 'number' ? [[uid, width] as const] : [],
    ),
  );
}
