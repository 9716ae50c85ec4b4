// Handlers of the forms of other locales (docs/strapi/content-manager.md, "Other locales").
import { isJsonObject, stringOf } from '../../base/json.ts';
import { json } from '../response/response.ts';
import type { ManagerHandler } from './manager-request.ts';

/** Requests about other locales. */
export type LocaleRequest = 'sharedValues' | 'localeFill';

/** Handlers by the names that the routes use. */
export const localeHandlers: Readonly<Record<LocaleRequest, ManagerHandler>> = {
  sharedValues: async ({ manager, admin, body }) => {
    const { checkSharedValues } = await import('./locale-forms.ts');
    const model = isJsonObject(body) ? body['model'] : undefined;
    const isSingle = manager.views.models.get(stringOf(model))?.kind === 'singleType';
    const requested = await checkSharedValues(body, isSingle);
    return json(await manager.sharedValues.of({ admin, ...requested }));
  },
  localeFill: async (request) => {
    const { manager, admin, query } = request;
    const { checkLocaleFill } = await import('./locale-forms.ts');
    const requested = await checkLocaleFill(query);
    return json({
      data: await manager.localeFill.of({ admin, type: request.type('model') }, requested),
    });
  },
};
