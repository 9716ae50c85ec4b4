// In charge of what Strapi's built-in content-types say beside what we need of them: names and options that its import
// compares with its own. Facts of Strapi 5.54.0.
import type { RawRecord } from '../../schema/raw.ts';

/** What a built-in type says beside its tables. */
export interface BuiltInWords {
  readonly info: RawRecord;
  readonly options?: RawRecord;
  readonly pluginOptions?: RawRecord;
  /** What single attributes say more. */
  readonly attributes?: Readonly<Record<string, RawRecord>>;
}

const HIDDEN = {
  'content-manager': { visible: false },
  'content-type-builder': { visible: false },
} as const;

function hidden(info: RawRecord = {}): BuiltInWords {
  return { info, pluginOptions: HIDDEN };
}

/** Of each built-in type by its uid. */
export const BUILT_IN_WORDS: ReadonlyMap<string, BuiltInWords> = new Map([
  ['plugin::upload.file', hidden({ description: '' })],
  ['plugin::upload.folder', hidden()],
  ['plugin::i18n.locale', hidden({ collectionName: 'locales', description: '' })],
  ['plugin::content-releases.release', hidden()],
  ['plugin::content-releases.release-action', hidden()],
  ['plugin::review-workflows.workflow', hidden({ name: 'Workflow', description: '' })],
  [
    'plugin::review-workflows.workflow-stage',
    { ...hidden({ name: 'Workflow Stage', description: '' }), options: { version: '1.1.0' } },
  ],
  ['plugin::users-permissions.permission', hidden({ name: 'permission', description: '' })],
  ['plugin::users-permissions.role', hidden({ name: 'role', description: '' })],
  [
    'plugin::users-permissions.user',
    { info: { name: 'user', description: '' }, options: { timestamps: true } },
  ],
  ['admin::permission', hidden({ name: 'Permission', description: '' })],
  [
    'admin::user',
    {
      ...hidden({ name: 'User', description: '' }),
      attributes: {
        firstname: { unique: false },
        lastname: { unique: false },
        username: { unique: false },
        roles: { collectionName: 'strapi_users_roles' },
      },
    },
  ],
  ['admin::role', hidden({ name: 'Role', description: '' })],
  ['admin::api-token', hidden({ name: 'Api Token', description: '' })],
  ['admin::api-token-permission', hidden({ name: 'API Token Permission', description: '' })],
  ['admin::transfer-token', hidden({ name: 'Transfer Token', description: '' })],
  [
    'admin::transfer-token-permission',
    hidden({ name: 'Transfer Token Permission', description: '' }),
  ],
  [
    'admin::session',
    {
      info: { name: 'Session', description: 'Session Manager storage' },
      pluginOptions: { ...HIDDEN, i18n: { localized: false } },
    },
  ],
]);
