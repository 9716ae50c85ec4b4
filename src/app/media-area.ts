// In charge of the media library: what answers under `/api/upload`.
import type { Route } from '../http/bind-routes.ts';
import { uploadRoutes } from '../http/upload-routes.ts';
import { FILE } from '../schema/built-in/uids.ts';
import type { Foundation } from './foundation.ts';

/** The routes of files. */
export function mediaArea({
  project,
  store,
  engine,
  authenticator,
  prefix,
}: Foundation): readonly Route[] {
  const file = store.registry.contentType(FILE);
  const blocked = project.blockedPlugins.upload;
  return uploadRoutes({ ...engine, authenticator }, { prefix, file, blocked });
}
