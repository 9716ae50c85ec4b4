// Contract of field kinds: every kind passes the same table, so that forms, lists and saves need to know none of them.
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { Json } from '../base/json.ts';
import { loadTranslations, TranslationsProvider } from '../base/i18n.tsx';
import type { ComponentForm, LayoutField } from '../model/layout.ts';
import { parseAttribute, type Attribute } from '../model/schema.ts';
import { BUILDER_KINDS } from './builder/builder-kinds.ts';
import type { ComponentContext } from './component/component-value.ts';
import { TABLE } from './contract-table.ts';
import type { FieldKind } from './field-kind.ts';
import { FIELD_KINDS, fieldKind, kindOfAttribute, STRUCTURED_KINDS } from './registry.ts';

const FORM: ComponentForm = formOf('shared.link', [
  parseAttribute('label', { type: 'string', required: true }),
  parseAttribute('order', { type: 'integer' }),
]);

const CONTEXT: ComponentContext = {
  forms: new Map([[FORM.uid, FORM]]),
  kindOf: (attribute) => kindOfAttribute(attribute, CONTEXT),
};

function formOf(uid: string, attributes: readonly Attribute[]): ComponentForm {
  const fields = attributes.map(fieldOf);
  return { uid, displayName: uid, rows: [fields], fields };
}

function fieldOf(attribute: Attribute): LayoutField {
  return {
    attribute,
    label: 'Field',
    description: '',
    placeholder: '',
    isEditable: true,
    size: 12,
  };
}

/** The kind of a row of the table. */
function kindOf(name: string): FieldKind {
  return kindOfAttribute(attributeOf(name), CONTEXT);
}

const translations = await loadTranslations('en');

function attributeOf(kind: string, more: Readonly<Record<string, Json>> = {}): Attribute {
  return parseAttribute('field', { type: kind, ...TABLE[kind]?.attribute, ...more });
}

function render(attribute: Attribute, value: Json, isReadOnly: boolean): string {
  const { Edit } = kindOfAttribute(attribute, CONTEXT);
  const field = fieldOf(attribute);
  const control = {
    id: 'x',
    'aria-labelledby': 'x-label',
    'aria-describedby': undefined,
    'aria-invalid': undefined,
  };
  return renderToString(
    <TranslationsProvider translations={translations}>
      <Edit
        field={field}
        value={value}
        control={control}
        isReadOnly={isReadOnly}
        onChange={() => undefined}
        onGenerate={null}
      />
    </TranslationsProvider>,
  );
}

test('the table contains every kind', () => {
  expect([...FIELD_KINDS.map(({ kind }) => kind), ...Object.keys(STRUCTURED_KINDS)]).toEqual(
    Object.keys(TABLE),
  );
});

test('the type builder offers every kind', () => {
  expect(BUILDER_KINDS.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(TABLE).toSorted());
});

describe.each(Object.entries(TABLE))('%s', (name, contract) => {
  const kind = kindOf(name);
  const [raw, text] = contract.filled;

  test('keeps the form of an unchanged value', () => {
    expect(kind.parse(raw)).toEqual(kind.parse(raw));
    expect(kind.text(kind.parse(raw), 'en')).toBe(text);
    const body = kind.toBody(kind.parse(raw), kind.parse(raw));
    expect(body).toEqual(contract.sendsChanges ? undefined : (contract.untouched ?? raw));
  });

  test('shows an absent value as empty, and sends null', () => {
    for (const empty of [null, undefined]) {
      const body = kind.toBody(kind.parse(empty), null);
      expect(body).toEqual(contract.sendsChanges ? undefined : (contract.none ?? null));
      expect(kind.text(kind.parse(empty), 'en')).toBe('');
    }
  });

  test('prevents publishing, but not saving a draft, without a required value', () => {
    const attribute = attributeOf(name, { required: true });
    const required = kindOfAttribute(attribute, CONTEXT);
    const issues = required
      .check(kind.parse(null), attribute, 'publish')
      .map((issue) => issue.kind);
    expect(issues).toEqual(contract.isNeverRequired ? [] : ['required']);
    expect(kind.check(kind.parse(null), attribute, 'draft')).toEqual([]);
    expect(kind.check(kind.parse(null), attributeOf(name), 'publish')).toEqual([]);
  });

  test('has no issues with a filled value', () => {
    expect(kind.check(kind.parse(raw), attributeOf(name), 'publish')).toEqual([]);
  });

  test('has issues with invalid values', () => {
    for (const [value, issue] of contract.wrong ?? []) {
      for (const when of ['draft', 'publish'] as const) {
        expect(kind.check(value, attributeOf(name), when).map((each) => each.kind)).toContain(
          issue,
        );
      }
    }
    for (const [value, issue] of contract.unpublishable ?? []) {
      expect(kind.check(value, attributeOf(name), 'draft')).toEqual([]);
      expect(kind.check(value, attributeOf(name), 'publish').map((each) => each.kind)).toContain(
        issue,
      );
    }
  });

  test('sends input in the form of the API', () => {
    for (const [value, body] of contract.typed) expect(kind.toBody(value, null)).toEqual(body);
  });

  test('has a control with the id and the label of the field, which can be read-only', () => {
    const html = render(attributeOf(name), kind.parse(raw), false);
    expect(html).toContain('id="x"');
    expect(html).toContain('aria-labelledby="x-label"');
    expect(render(attributeOf(name), kind.parse(raw), true)).toMatch(/readonly|disabled/i);
  });
});

describe('a kind without an editor', () => {
  const kind = fieldKind('plugin::map.place');

  test('keeps the value, and never sends it', () => {
    const value = { lat: 1, rest: [{ a: null }] };
    expect(kind.isEditable).toBe(false);
    expect(kind.parse(value)).toBe(value);
    expect(
      kind.check(value, parseAttribute('place', { type: 'x', required: true }), 'publish'),
    ).toEqual([]);
  });

  test.each([
    [null, ''],
    [{ count: 3 }, '3'],
    [{ count: 0 }, ''],
    [{ id: 1, name: 'sail.jpg', hash: 'x' }, 'sail.jpg'],
    [[{ title: 'a' }, { title: 'b' }], 'a, b'],
    [[{ __component: 'sections.text' }], 'sections.text'],
  ] as const)('shows the text of %j', (value, expected) => {
    expect(kind.text(value, 'en')).toBe(expected);
  });
});
