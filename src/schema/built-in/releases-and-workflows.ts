// Content-types of releases and review workflows. Their rows are kept but not served.
import type { RawDefinition } from '../types.ts';
import { builtIn, fixed, relation } from './raw.ts';
import { ADMIN_PERMISSION, RELEASE, RELEASE_ACTION, WORKFLOW, WORKFLOW_STAGE } from './uids.ts';

export const releaseAndWorkflowTypes: readonly RawDefinition[] = [
  builtIn({
    uid: RELEASE,
    collectionName: 'strapi_releases',
    singularName: 'release',
    pluralName: 'releases',
    displayName: 'Release',
    attributes: {
      name: { type: 'string', required: true },
      releasedAt: { type: 'datetime' },
      scheduledAt: { type: 'datetime' },
      timezone: { type: 'string' },
      status: {
        type: 'enumeration',
        enum: ['ready', 'blocked', 'failed', 'done', 'empty'],
        required: true,
      },
      actions: relation('oneToMany', RELEASE_ACTION, { mappedBy: 'release' }),
    },
  }),
  builtIn({
    uid: RELEASE_ACTION,
    collectionName: 'strapi_release_actions',
    singularName: 'release-action',
    pluralName: 'release-actions',
    displayName: 'Release Action',
    attributes: {
      type: { type: 'enumeration', enum: ['publish', 'unpublish'], required: true },
      contentType: { type: 'string', required: true },
      entryDocumentId: { type: 'string' },
      // Locale of the entry; replaced with the system attribute in this position.
      locale: { type: 'string' },
      release: relation('manyToOne', RELEASE, { inversedBy: 'actions' }),
      isEntryValid: { type: 'boolean' },
    },
  }),
  builtIn({
    uid: WORKFLOW,
    collectionName: 'strapi_workflows',
    singularName: 'workflow',
    pluralName: 'workflows',
    displayName: 'Workflow',
    info: { name: 'Workflow', description: '' },
    attributes: {
      name: { type: 'string', required: true, unique: true },
      stages: relation('oneToMany', WORKFLOW_STAGE, { mappedBy: 'workflow' }),
      stageRequiredToPublish: { ...relation('oneToOne', WORKFLOW_STAGE), required: false },
      contentTypes: { type: 'json', required: true, default: '[]' },
    },
  }),
  builtIn({
    uid: WORKFLOW_STAGE,
    collectionName: 'strapi_workflows_stages',
    singularName: 'workflow-stage',
    pluralName: 'workflow-stages',
    displayName: 'Stages',
    info: { name: 'Workflow Stage', description: '' },
    options: { version: '1.1.0' },
    attributes: fixed({
      name: { type: 'string' },
      color: { type: 'string', default: '#4945FF' },
      workflow: relation('manyToOne', WORKFLOW, { inversedBy: 'stages' }),
      permissions: relation('manyToMany', ADMIN_PERMISSION),
    }),
  }),
];
