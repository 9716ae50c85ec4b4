// Markdown, as text.
import { AreaInput } from '../text-input.tsx';
import type { FieldKind } from '../field-kind.ts';
import { TEXT_KIND } from '../text-kind.ts';

export const richtext: FieldKind = {
  ...TEXT_KIND,
  kind: 'richtext',
  filter: null,
  Edit: (props) => <AreaInput {...props} look="prose" rows={8} />,
};
