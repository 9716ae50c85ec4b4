// Routes of the admin interface. Paths of the admin API come first; all others below `/admin` are screens.
import { notFound } from '../response/not-found.ts';
import type { PublicRoute, Route } from '../routing/route.ts';
import type { PanelFiles } from './panel-files.ts';

/** Returns the routes. They go last. */
export function panelRoutes(files: PanelFiles): readonly Route[] {
  const shell: PublicRoute['handler'] = ({ headers }) => {
    const isPage = headers.accept?.includes('text/html') ?? false;
    const page = isPage ? files.shell() : null;
    if (page === null) throw notFound();
    return page;
  };
  const file: PublicRoute['handler'] = async ({ params, headers }) => {
    const name = `assets/${params['*'] ?? ''}`;
    const found = await files.file(name, String(headers['accept-encoding'] ?? ''));
    if (found === null) throw notFound();
    return found;
  };
  return [
    { method: 'GET', path: '/admin', caller: 'public', handler: shell },
    { method: 'GET', path: '/admin/assets/*', caller: 'public', handler: file },
    { method: 'GET', path: '/admin/*', caller: 'public', handler: shell },
  ];
}
