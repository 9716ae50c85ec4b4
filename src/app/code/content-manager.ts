// The content-manager for project code, on the services of the server.
import type { ContentManagerServices as CodeDependencies } from '../../code/plugins/dependencies.ts';
import { Configurations } from '../../content-manager/views/configurations.ts';
import { FIELD_SIZES } from '../../content-manager/views/field-sizes.ts';
import { Views } from '../../content-manager/views/views.ts';
import { Uids } from '../../content-manager/uids.ts';
import { toRecord } from '../../schema/raw.ts';
import { contentManagerBase, type Services } from '../build-services.ts';

export function contentManagerOf(services: Services): CodeDependencies {
  const base = contentManagerBase(services);
  const { models } = new Views(base.definitions());
  const uids = new Uids(base);
  const localeOf = (field: object): { readonly locale?: string } => {
    const { locale } = toRecord(field);
    return typeof locale === 'string' ? { locale } : {};
  };
  return {
    models,
    fieldSizes: FIELD_SIZES,
    generateUid: (field) => uids.generate(field, localeOf(field)),
    suggestUid: async (field) => (await uids.check(field, localeOf(field))).suggestion,
    configurations: new Configurations({ ...base, models }),
  };
}
