// Runtime of project code as one module, which `app/code` imports only for projects with code.
export { createPackages } from '../../code/packages.ts';
export { openCode } from '../../code/open-code.ts';
export { createCodeMembers } from '../../code/code-members.ts';
export { accessOf, principalOf } from '../../code/koa/authentication.ts';
export { toRouteError } from '../../code/koa/thrown-errors.ts';
export { createCodeHooks, writeHooksOf } from '../../code/lifecycles/code-hooks.ts';
export { codePlugins } from './plugins.ts';
export { adminServices } from '../../code/admin/admin-services.ts';
export { adminDependencies, createAdminRoles } from './admin.ts';
export { fileOverrides, userOverrides } from '../../code/plugins/service-overrides.ts';
export { fileNamingOf, libraryOverrides } from '../../code/plugins/upload/library-overrides.ts';
export { withOverrides } from '../../media/file-overrides.ts';
