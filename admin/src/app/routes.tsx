// Routes of the interface, compatible with links to Strapi's admin panel.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type AnyRouter,
} from '@tanstack/react-router';
import { Frame } from './frame.tsx';
import { parseAddress, printAddress } from '../base/address.ts';
import { NotFound } from './not-found.tsx';

const root = createRootRoute({ component: Frame, notFoundComponent: NotFound });

const routes = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    component: lazyRouteComponent(() => import('../screens/home/home.tsx'), 'Home'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/content-manager/collection-types/$uid',
    component: lazyRouteComponent(
      () => import('../screens/content-list/content-list.tsx'),
      'ContentList',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/content-manager/collection-types/$uid/$documentId',
    component: lazyRouteComponent(
      () => import('../screens/content-edit/content-edit.tsx'),
      'ContentEdit',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/content-manager/single-types/$uid',
    component: lazyRouteComponent(
      () => import('../screens/content-edit/content-edit.tsx'),
      'ContentEdit',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/plugins/upload',
    component: lazyRouteComponent(() => import('../screens/media/media.tsx'), 'Media'),
  }),
  ...['/plugins/content-type-builder', '/plugins/content-type-builder/$'].map((path) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component: lazyRouteComponent(
        () => import('../screens/types/content-types.tsx'),
        'ContentTypes',
      ),
    }),
  ),
];

export function createAppRouter(): AnyRouter {
  return createRouter({
    routeTree: root.addChildren(routes),
    basepath: '/admin',
    parseSearch: parseAddress,
    stringifySearch: printAddress,
    defaultPreload: 'intent',
    scrollRestoration: false,
  });
}
