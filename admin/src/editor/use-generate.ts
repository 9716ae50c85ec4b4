// Generates slugs on the server.
import { useApi } from '../api/api.tsx';
import type { Path } from '../model/document.ts';
import type { LayoutField } from '../model/layout.ts';
import { useToast } from '../ui/toast.tsx';
import { useEntrySession } from './session-context.tsx';

/** Returns a function that generates a slug from its source; null for other fields, and inside components. */
export function useGenerate(field: LayoutField | null, path: Path): (() => void) | null {
  const { content } = useApi();
  const session = useEntrySession();
  const toast = useToast();
  if (field?.attribute.type !== 'uid' || field.attribute.targetField === null) return null;
  if (path.length > 1) return null;
  const { name, targetField } = field.attribute;
  const generate = async (): Promise<void> => {
    const { form, store, uid } = session;
    const slug = await content.generateUid(uid, name, form.body(store.current, [targetField]));
    session.edit(name, slug);
  };
  return () => {
    generate().catch((error: unknown) => {
      if (error instanceof Error) toast({ text: error.message });
    });
  };
}
