import { expect, test } from 'vitest';
import { componentDocumentIds } from './component-document-id.ts';

test('has the form of a document id', () => {
  const idOf = componentDocumentIds('shared.seo');
  for (const rowId of [0, 1, 2, 2 ** 31, 2 ** 40, Number.MAX_SAFE_INTEGER]) {
    expect(idOf(rowId)).toMatch(/^[a-z][a-z0-9]{23}$/);
  }
});

test('is stable for a row, also across restarts', () => {
  expect(componentDocumentIds('shared.seo')(1)).toBe(componentDocumentIds('shared.seo')(1));
  expect(componentDocumentIds('shared.seo')(1)).toMatchInlineSnapshot(`"darjwn5pf80vppu1d1i5is8k"`);
});

test('differs by row and by component', () => {
  const seo = componentDocumentIds('shared.seo');
  const link = componentDocumentIds('shared.link');
  const ids = Array.from({ length: 5000 }, (_, row) => [seo(row), link(row)]).flat();
  expect(new Set(ids).size).toBe(10_000);
});
