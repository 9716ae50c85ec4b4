// Thumbnail of a file, or an icon for its type.
import type { ReactNode } from 'react';
import { fileType, type MediaFile } from '../../model/files.ts';
import { AudioIcon, FileIcon, VideoIcon } from '../parts/icons.tsx';
import styles from './file-picture.module.css';

/** Decorative, because the file name follows. */
export function FilePicture({ file }: { readonly file: MediaFile }): ReactNode {
  const { thumbnail, focalPoint, ext } = file;
  if (thumbnail !== '') {
    const position = focalPoint ? `${focalPoint.x}% ${focalPoint.y}%` : undefined;
    return (
      <img
        className={styles.picture}
        src={thumbnail}
        alt=""
        loading="lazy"
        decoding="async"
        style={{ objectPosition: position }}
      />
    );
  }
  const type = fileType(file);
  const Sign = type === 'video' ? VideoIcon : type === 'audio' ? AudioIcon : FileIcon;
  return (
    <span className={styles.sign}>
      <Sign size={28} />
      <small>{ext.slice(1).toUpperCase()}</small>
    </span>
  );
}
