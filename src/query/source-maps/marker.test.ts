import { expect, test } from 'vitest';
import { encodeMarker, type Source } from './marker.ts';

const SOURCE: Source = {
  documentId: 'abc',
  type: 'string',
  path: 'seo.links.0.label',
  model: 'api::post.post',
  kind: 'collectionType',
  locale: 'en',
  fieldPath: null,
};

/** The content of a marker, decoded digit by digit. */
function decode(marker: string): unknown {
  const digits = Array.from(marker, (character) => '\u200B\u200C\u200D\uFEFF'.indexOf(character));
  const codes = [];
  for (let i = 0; i < digits.length; i += 4) {
    codes.push(Number.parseInt(digits.slice(i, i + 4).join(''), 4));
  }
  const [head, ...characters] = codes;
  expect(head).toBe(0);
  return JSON.parse(String.fromCharCode(...characters));
}

test('encodes a source as a query string without null values', () => {
  expect(decode(encodeMarker(SOURCE))).toEqual({
    strapiSource:
      'documentId=abc&type=string&path=seo.links.0.label&model=api%3A%3Apost.post&kind=collectionType&locale=en',
  });
  const component = { ...SOURCE, model: 'shared.link', kind: null, locale: null };
  expect(decode(encodeMarker({ ...component, type: 'blocks', fieldPath: 'seo.text' }))).toEqual({
    strapiSource:
      'documentId=abc&type=blocks&path=seo.links.0.label&model=shared.link&fieldPath=seo.text',
  });
});

test('encodes names in any script as ASCII', () => {
  expect(decode(encodeMarker({ ...SOURCE, path: 'größe "é" 日' }))).toEqual({
    strapiSource: expect.stringContaining('path=gr%C3%B6%C3%9Fe+%22%C3%A9%22+%E6%97%A5&'),
  });
});
