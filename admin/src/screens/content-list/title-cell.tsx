// First cell of a row: thumbnail, title and slug.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isJsonObject, stringOr, type JsonObject } from '../../base/json.ts';
import type { EntryAddress } from '../../editor/entry-info.ts';
import { thumbnailOf } from '../../model/thumbnail.ts';
import type { ContentType } from '../../model/schema.ts';
import { PictureIcon } from '../../ui/icons.tsx';
import styles from './entry-table.module.css';

interface TitleCellProps {
  readonly type: ContentType;
  readonly row: JsonObject;
  readonly title: string;
  readonly mainField: string;
  readonly address: EntryAddress;
}

/** Links to the entry. */
export function TitleCell({ type, row, title, mainField, address }: TitleCellProps): ReactNode {
  const attributes = [...type.attributes.values()];
  const slug = attributes.find((each) => each.type === 'uid')?.name;
  const picture = attributes.find(({ type: kind, isMultiple }) => kind === 'media' && !isMultiple);
  return (
    <td className={styles.title}>
      <div>
        {picture ? <Thumbnail file={row[picture.name]} /> : null}
        <span>
          <Link {...address} data-row="">
            {title}
          </Link>
          {slug === undefined || slug === mainField ? null : (
            <small>{stringOr(row[slug], '')}</small>
          )}
        </span>
      </div>
    </td>
  );
}

/** Decorative, because the title follows. */
function Thumbnail({ file }: { readonly file: unknown }): ReactNode {
  const thumbnail = isJsonObject(file) ? thumbnailOf(file) : '';
  return (
    <span className={styles.thumbnail}>
      {thumbnail === '' ? (
        <PictureIcon size={14} />
      ) : (
        <img src={thumbnail} alt="" loading="lazy" decoding="async" fetchPriority="low" />
      )}
    </span>
  );
}
