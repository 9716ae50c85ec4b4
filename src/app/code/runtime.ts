// Runtime of project code as one module, which `app/code` imports only for projects with code.
export { createPackages } from '../../code/packages.ts';
export { openCode } from '../../code/open-code.ts';
export { codePlugins } from './plugins.ts';
export { adminServices } from '../../code/admin/admin-services.ts';
export { adminDependencies } from './admin.ts';
