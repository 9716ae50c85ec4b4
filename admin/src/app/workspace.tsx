// Workspace: the interface for the signed-in person. Loads what every screen needs, all at once.
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useApi, type Api } from '../api/api.tsx';
import { hasStatus } from '../api/errors.ts';
import { useT } from '../base/words.tsx';
import { ProjectContext, type Project } from '../editor/project.tsx';
import { Permissions } from '../model/permissions.ts';
import { parseComponents, parseSchema } from '../model/schema.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { ToastProvider } from '../ui/toast.tsx';
import { createAppRouter } from './routes.tsx';
import { SessionDialog } from './session-dialog.tsx';

/** The interface of the signed-in person. */
export function Workspace(): ReactNode {
  const t = useT();
  const [queries] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <ToastProvider closeLabel={t('close')}>
        <LoadedWorkspace />
      </ToastProvider>
    </QueryClientProvider>
  );
}

function LoadedWorkspace(): ReactNode {
  const t = useT();
  const api = useApi();
  const [router] = useState(createAppRouter);
  const project = useQuery({
    queryKey: ['project'],
    queryFn: () => loadProject(api),
    staleTime: Infinity,
  });
  if (project.data) {
    return (
      <ProjectContext value={project.data}>
        <RouterProvider router={router} />
        <SessionDialog email={project.data.person.email} />
      </ProjectContext>
    );
  }
  if (!project.error) return null;
  return (
    <main>
      <Notice
        isAlert
        title={t('unreachable.title')}
        action={
          <Button variant="primary" onPress={() => void project.refetch()}>
            {t('again')}
          </Button>
        }
      >
        {project.error.message}
      </Notice>
    </main>
  );
}

async function loadProject(api: Api): Promise<Project> {
  const [person, permissions, schema, locales] = await Promise.all([
    api.people.me(),
    api.people.permissions(),
    api.content.schema(),
    api.locales().catch((error: unknown) => {
      // Without the permission to read them, entries are in the default locale.
      if (hasStatus(error, 403) || hasStatus(error, 404)) return [];
      throw error;
    }),
  ]);
  api.session.belongsTo(person.id);
  return {
    person,
    permissions: new Permissions(permissions),
    schema: parseSchema(schema),
    components: parseComponents(schema),
    locales,
  };
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 10_000, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
}
