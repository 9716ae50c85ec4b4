import { describe, expect, test } from 'vitest';
import { shareDocuments } from '../../../test/support/shared-documents.ts';

const { documents } = await shareDocuments();

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
