import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/support/app.ts';
import { createEngine } from '../app/engine.ts';
import type { Documents } from './document-collection.ts';

let app: TestApp;
let documents: Documents;

beforeAll(async () => {
  app = await openTestApp();
  ({ documents } = await createEngine(app.project, app.store));
});

afterAll(() => app.close());

describe('a uid that is none', () => {
  test.each([
    [
      'api::sampel.sampel',
      'There is no content-type "api::sampel.sampel". Was "api::sample.sample" meant?',
    ],
    ['sample', 'Was "api::sample.sample" meant?'],
    ['samples', 'Was "api::sample.sample" meant?'],
    ['api::samples.samples', 'Was "api::sample.sample" meant?'],
    ['file', 'Was "plugin::upload.file" meant?'],
    ['shared.seo', '"shared.seo" is a component. Only content-types have documents.'],
    ['api::x.y', 'Content-types are the files src/api/<api>/content-types/<name>/schema.json'],
    ['', 'There is no content-type "".'],
  ])('%s', (uid, message) => {
    expect(() => documents(uid)).toThrow(message);
  });
});
