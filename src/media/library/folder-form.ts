// Forms of requests that create and change folders, and that move and delete several files and folders at once
// (docs/strapi/media.md, "Folders"). Imported on demand.
import * as yup from 'yup';
import { checkForm } from '../../forms/check-form.ts';
import { plainText, idField } from '../../forms/fields.ts';

/** Values of a folder. An undefined one was not sent. */
export interface FolderInput {
  readonly name?: string;
  /** Row id as sent; null for the root. */
  readonly parent?: string | number | null;
}

/** Files and folders to move or delete. Ids are row ids as sent. */
export interface EntryIds {
  readonly fileIds: readonly unknown[];
  readonly folderIds: readonly unknown[];
}

/** Files and folders to move, and their destination. */
export interface MoveInput extends EntryIds {
  /** Null for the root. */
  readonly destination: string | number | null;
}

const MAX_NAME = 255;

const folderName = () =>
  plainText()
    .min(1)
    .max(MAX_NAME)
    .matches(/^[^/]+$/, 'name cannot contain slashes')
    // As in Strapi, this applies to spaces, and to line breaks anywhere.
    .matches(/^(?! ).+(?<! )$/, 'name cannot start or end with a whitespace');

const newFolder = yup
  .object()
  .shape({ name: folderName().required(), parent: idField().nullable() })
  .noUnknown()
  .required();

const changedFolder = yup
  .object()
  .shape({ name: folderName(), parent: idField().nullable() })
  .noUnknown()
  .required();

const ids = () => yup.array().of(idField().required());

const removal = yup.object().shape({ fileIds: ids(), folderIds: ids() }).noUnknown().required();

const move = yup
  .object()
  .shape({
    folderIds: ids(),
    fileIds: ids(),
    destinationFolderId: idField().nullable().defined('destinationFolderId must be defined'),
  })
  .noUnknown()
  .required();

/** @throws ValidationError with all errors */
export async function checkNewFolder(
  body: unknown,
): Promise<FolderInput & { readonly name: string }> {
  const { name, parent } = await checkForm(newFolder, body);
  return { name, parent: parent ?? null };
}

/** @throws ValidationError with all errors */
export async function checkFolderChange(body: unknown): Promise<FolderInput> {
  const { name, parent } = await checkForm(changedFolder, body);
  return {
    ...(name === undefined ? {} : { name }),
    ...(parent === undefined ? {} : { parent }),
  };
}

/** @throws ValidationError with all errors */
export async function checkRemoval(body: unknown): Promise<EntryIds> {
  const { fileIds = [], folderIds = [] } = await checkForm(removal, body);
  return { fileIds, folderIds };
}

/** @throws ValidationError with all errors */
export async function checkMove(body: unknown): Promise<MoveInput> {
  const { fileIds = [], folderIds = [], destinationFolderId } = await checkForm(move, body);
  return { fileIds, folderIds, destination: destinationFolderId ?? null };
}
