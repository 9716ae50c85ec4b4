// Panel to edit the URL of a link.
import { useState, type ReactNode } from 'react';
import { useT } from '../../base/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, inputClass } from '../../ui/field.tsx';

interface LinkPanelProps {
  /** Empty for a new link. */
  readonly url: string;
  readonly isAddress: (url: string) => boolean;
  readonly onSet: (url: string) => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

export function LinkPanel({ url, isAddress, onSet, onRemove, onClose }: LinkPanelProps): ReactNode {
  const t = useT();
  const [text, setText] = useState(url);
  const [isWrong, setWrong] = useState(false);
  const submit = (): void => {
    const address = completed(text.trim());
    if (isAddress(address)) onSet(address);
    else setWrong(true);
  };
  return (
    <Dialog
      title={t('writing.link')}
      isOpen
      onClose={onClose}
      actions={
        <>
          {url === '' ? null : (
            <Button variant="quiet" onPress={onRemove}>
              {t('writing.linkRemove')}
            </Button>
          )}
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button variant="primary" onPress={submit}>
            {t('writing.linkSet')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field label={t('writing.url')} issues={isWrong ? [t('writing.urlWrong')] : []}>
          {(control) => (
            <input
              {...control}
              className={inputClass}
              inputMode="url"
              autoComplete="off"
              autoFocus
              dir="ltr"
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

/** Adds `https://` to a URL without scheme, such as `example.com`. */
function completed(text: string): string {
  return /^[\w-]+(?:\.[\w-]+)+(?:[/?#:].*)?$/.test(text) ? `https://${text}` : text;
}
