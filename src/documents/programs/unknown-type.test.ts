import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/support/app.ts';
import { createEngine } from '../../app/engine.ts';
import type { Documents } from './document-collection.ts';

let app: TestApp;
let documents: Documents;

beforeAll(async () => {
  app = await openTestApp();
  ({ documents } = await createEngine(app.project, app.store));
});

afterAll(() => app.close());

describe('an unknown uid', () => {
  test.each([
    [
      'api::sampel.sampel',
      'There is no content-type "api::sampel.sampel". Did you mean "api::sample.sample"?',
    ],
    ['sample', 'Did you mean "api::sample.sample"?'],
    ['samples', 'Did you mean "api::sample.sample"?'],
    ['api::samples.samples', 'Did you mean "api::sample.sample"?'],
    ['file', 'Did you mean "plugin::upload.file"?'],
    ['shared.seo', '"shared.seo" is a component. Only content-types have documents.'],
    ['api::x.y', 'Content-types are the files src/api/<api>/content-types/<name>/schema.json'],
    ['', 'There is no content-type "".'],
  ])('%s', (uid, message) => {
    expect(() => documents(uid)).toThrow(message);
  });
});
