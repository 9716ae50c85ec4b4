// File details: texts, and the focal point of an image.
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslations } from '../../base/i18n.tsx';
import { fileType, sizeText, type MediaFile } from '../../model/files.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, inputClass } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { FilePicture } from './file-picture.tsx';
import { useMediaSource } from './media-source.ts';
import { chooseFiles } from './use-file-drop.ts';
import styles from './file-dialog.module.css';

/** Text properties of a file, with their labels. */
const LABELS = {
  name: 'media.name',
  alternativeText: 'media.alternativeText',
  caption: 'media.caption',
} as const;

interface FileDialogProps {
  /** Null if closed. */
  readonly file: MediaFile | null;
  readonly onClose: () => void;
  readonly onChanged: (file: MediaFile) => void;
}

export function FileDialog({ file, onClose, onChanged }: FileDialogProps): ReactNode {
  return file === null ? null : (
    <OpenDialog key={file.id} file={file} onClose={onClose} onChanged={onChanged} />
  );
}

function OpenDialog({
  file,
  onClose,
  onChanged,
}: FileDialogProps & { readonly file: MediaFile }): ReactNode {
  const { t, language } = useTranslations();
  const source = useMediaSource();
  const toast = useToast();
  const [texts, setTexts] = useState({
    name: file.name,
    alternativeText: file.alternativeText,
    caption: file.caption,
    focalPoint: file.focalPoint,
  });
  const [isBusy, setBusy] = useState(false);
  const isReadOnly = !source.mayChange;
  const run = async (act: () => Promise<MediaFile>): Promise<void> => {
    setBusy(true);
    try {
      onChanged(await act());
      onClose();
    } catch (error) {
      toast({ text: error instanceof Error ? error.message : t('unreachable.text') });
    }
    setBusy(false);
  };
  const save = (): Promise<void> => run(() => source.change(file.id, texts));
  const input = (name: keyof typeof LABELS, hint = ''): ReactNode => (
    <Field label={t(LABELS[name])} hint={hint}>
      {(control) => (
        <input
          {...control}
          className={inputClass}
          value={texts[name]}
          readOnly={isReadOnly}
          onChange={(event) => setTexts({ ...texts, [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  );
  return (
    <Dialog
      title={t('media.details')}
      size="wide"
      isOpen
      onClose={onClose}
      actions={
        isReadOnly ? (
          <Button onPress={onClose}>{t('close')}</Button>
        ) : (
          <>
            <Button onPress={onClose}>{t('cancel')}</Button>
            <Button variant="primary" isDisabled={isBusy} onPress={() => void save()}>
              {t('save.button')}
            </Button>
          </>
        )
      }
    >
      <form
        className={styles.details}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isReadOnly) void save();
        }}
      >
        <div className={styles.preview}>
          {fileType(file) === 'image' ? (
            <FocalPoint
              file={file}
              point={texts.focalPoint}
              onChange={isReadOnly ? null : (focalPoint) => setTexts({ ...texts, focalPoint })}
            />
          ) : (
            <FilePicture file={file} />
          )}
          <p className={styles.facts}>
            {[
              file.width === null ? '' : `${file.width} × ${file.height ?? 0}`,
              sizeText(file.size, language),
              file.ext.slice(1).toUpperCase(),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <a className={styles.link} href={file.url} target="_blank" rel="noreferrer">
            {t('media.open')}
          </a>
          {isReadOnly ? null : (
            <Button
              size="small"
              isDisabled={isBusy}
              onPress={() =>
                chooseFiles({
                  types: [`${file.mime.split('/')[0] ?? ''}/`],
                  isMultiple: false,
                  onFiles: ([chosen]) => {
                    if (chosen) void run(() => source.replace(file.id, chosen, texts));
                  },
                })
              }
            >
              {t('media.replace')}
            </Button>
          )}
        </div>
        <div className={styles.texts}>
          {fileType(file) === 'image' ? input('alternativeText', t('media.altHint')) : null}
          {input('caption')}
          {input('name')}
          <button type="submit" hidden />
        </div>
      </form>
    </Dialog>
  );
}

/** Step of arrow keys, in percent. */
const STEP = 2;

/** Focal point, set with the pointer or with arrow keys. */
function FocalPoint({
  file,
  point,
  onChange,
}: {
  readonly file: MediaFile;
  readonly point: MediaFile['focalPoint'];
  /** Null if read-only. */
  readonly onChange: ((point: NonNullable<MediaFile['focalPoint']>) => void) | null;
}): ReactNode {
  const { t } = useTranslations();
  const { x, y } = point ?? { x: 50, y: 50 };
  const set = (nextX: number, nextY: number): void =>
    onChange?.({ x: percent(nextX), y: percent(nextY) });
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, readonly [number, number]>> = {
      ArrowUp: [0, -STEP],
      ArrowDown: [0, STEP],
      ArrowLeft: [-STEP, 0],
      ArrowRight: [STEP, 0],
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    set(x + step[0], y + step[1]);
  };
  return (
    <div className={styles.focal}>
      <img src={`${file.url}${file.version}`} alt={file.alternativeText} />
      <button
        type="button"
        className={styles.surface}
        aria-label={t('media.focalPoint', { x, y })}
        disabled={onChange === null}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          // Enter and Space trigger a click in the corner.
          if (event.detail === 0) return;
          const box = event.currentTarget.getBoundingClientRect();
          set(
            ((event.clientX - box.left) / box.width) * 100,
            ((event.clientY - box.top) / box.height) * 100,
          );
        }}
      >
        <span
          className={styles.point}
          style={{ insetInlineStart: `${x}%`, insetBlockStart: `${y}%` }}
        />
      </button>
    </div>
  );
}

function percent(value: number): number {
  return Math.round(Math.min(Math.max(value, 0), 100));
}
