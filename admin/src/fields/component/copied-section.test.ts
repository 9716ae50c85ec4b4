import { expect, test } from 'vitest';
import type { ComponentForm, LayoutField } from '../../model/layout.ts';
import { parseAttribute } from '../../model/schema.ts';
import { kindOfAttribute } from '../registry.ts';
import type { ComponentContext } from './component-value.ts';
import { parseSection, printSection } from './copied-section.ts';

const QUOTE = formOf('sections.quote', { text: { type: 'text' }, rank: { type: 'boolean' } });
const STEPS = formOf('sections.steps', { heading: { type: 'string' } });
const context: ComponentContext = {
  forms: new Map([QUOTE, STEPS].map((form) => [form.uid, form])),
  kindOf: (attribute) => kindOfAttribute(attribute, context),
};
const attribute = parseAttribute('sections', {
  type: 'dynamiczone',
  components: ['sections.quote', 'sections.steps'],
});

function formOf(
  uid: string,
  attributes: Readonly<Record<string, { readonly type: string }>>,
): ComponentForm {
  const fields = Object.entries(attributes).map(([name, raw]): LayoutField => ({
    attribute: parseAttribute(name, raw),
    label: name,
    description: '',
    placeholder: '',
    isEditable: true,
    size: 12,
  }));
  return { uid, displayName: uid, rows: [fields], fields };
}

function parse(text: string, choices: readonly ComponentForm[] = [QUOTE, STEPS]): unknown {
  return parseSection(text, choices, { attribute, context });
}

test('a copied section becomes a new item with its values', () => {
  const text = printSection('sections.quote', { id: 7, text: 'Set sail', rank: true });
  expect(parse(text)).toEqual({
    id: expect.stringMatching(/^new-/),
    __component: 'sections.quote',
    text: 'Set sail',
    rank: true,
  });
});

test('unknown fields, and values that are not strings although required, are omitted', () => {
  const text = printSection('sections.quote', { text: { a: 1 }, color: 'red' });
  expect(parse(text)).toMatchObject({ text: '', rank: null });
  expect(parse(text)).not.toHaveProperty('color');
});

test('rejects other components and other text', () => {
  expect(parse(printSection('sections.quote', {}), [STEPS])).toBeNull();
  expect(['', 'Set sail', '{}', '[1]', '{"quoin.section":5}'].map((text) => parse(text))).toEqual(
    Array(5).fill(null),
  );
});
