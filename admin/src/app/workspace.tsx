// Workspace: the interface of the signed-in user. Loads the data of all screens in parallel.
import { QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useApi, type Api } from '../api/api.tsx';
import { useT } from '../base/i18n.tsx';
import { applyPreferences } from './preferences.ts';
import { PROJECT, ProjectContext, type Project } from '../editor/project.tsx';
import { Permissions } from '../model/permissions.ts';
import { parseComponents, parseSchema } from '../model/schema.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { ToastProvider } from '../ui/toast.tsx';
import { createAppRouter } from './routes.tsx';
import { SessionDialog } from './session-dialog.tsx';

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
  const queries = useQueryClient();
  const [router] = useState(createAppRouter);
  const project = useQuery({
    queryKey: PROJECT,
    // Loads the screen in parallel, since React shows suspended content late.
    queryFn: async () => (await Promise.all([loadProject(api, queries), router.load()]))[0],
    staleTime: Infinity,
  });
  if (project.data) {
    return (
      <ProjectContext value={project.data}>
        <RouterProvider router={router} />
        <SessionDialog email={project.data.administrator.email} />
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

async function loadProject(api: Api, queries: QueryClient): Promise<Project> {
  const { permissions, schema, views, preferences, ...project } = await api.bootstrap();
  api.session.belongsTo(project.administrator.id);
  applyPreferences(preferences);
  for (const [uid, view] of views) queries.setQueryData(['configuration', uid], view);
  return {
    ...project,
    permissions: new Permissions(permissions),
    schema: parseSchema(schema),
    components: parseComponents(schema),
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
