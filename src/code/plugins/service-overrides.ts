// Overrides of built-in plugin services by extensions, as a whole or function by function. Built-in routes call the
// overrides.
import type { UserOverrides } from '../../auth/users/user-overrides.ts';
import type { FileTexts } from '../../media/file-data.ts';
import type { FileOverrides } from '../../media/file-overrides.ts';
import type { ReceivedFile } from '../../media/received-file.ts';
import { FILE, USER } from '../../schema/built-in/uids.ts';
import { coreMethodOf, markCore } from '../factories/core-methods.ts';
import { toAppError } from '../koa/thrown-errors.ts';
import { apiFolderId } from './upload/parsed-upload.ts';
import { isRecord } from '../packages/strapi-utils/values.ts';
import { defaultSanitizeOutput } from '../packages/strapi-utils/sanitize/sanitizers.ts';
import type { Service, Strapi } from '../strapi/strapi.ts';
import type { Callable } from '../strapi/code-values.ts';

type ServiceFactory = (context: { readonly strapi: Strapi }) => Service;

/** Marks the functions of a service as built-in. */
export function markedService(uid: string, make: ServiceFactory): ServiceFactory {
  return (context) => markCore(uid, make(context));
}

export type ServiceMethod = (...args: readonly unknown[]) => Promise<unknown>;

/** A replaced function of a service, with errors converted to those of the server; undefined if it is built-in. */
export function replacedMethod(
  strapi: Strapi,
  uid: string,
  name: string,
): ServiceMethod | undefined {
  const service = strapi.service(uid);
  const method = service?.[name];
  if (typeof method !== 'function' || coreMethodOf(method)?.uid === uid) return undefined;
  return async (...args) => {
    try {
      return await (Reflect.apply(method as Callable, service, args) as unknown);
    } catch (error) {
      throw toAppError(error);
    }
  };
}

/** Calls a function of a service, which code may have replaced. */
export async function callService(
  strapi: Strapi,
  [uid, name]: readonly [uid: string, name: string],
  args: readonly unknown[],
): Promise<unknown> {
  const service = strapi.service(uid);
  const method = service?.[name];
  if (typeof method !== 'function') throw new TypeError(`${uid} has no function ${name}.`);
  return Reflect.apply(method as Callable, service, args) as unknown;
}

/** Replaced functions that write users, verify passwords and issue tokens. */
export function userOverrides(strapi: Strapi): UserOverrides {
  const user = (name: string): ServiceMethod | undefined => replacedMethod(strapi, USER, name);
  return {
    get add(): UserOverrides['add'] {
      const add = user('add');
      return add && (async (values) => idOf(await add({ ...values })));
    },
    get edit(): UserOverrides['edit'] {
      const edit = user('edit');
      return edit && (async (id, values) => void (await edit(id, { ...values })));
    },
    get remove(): UserOverrides['remove'] {
      const remove = user('remove');
      return remove && (async (id) => void (await remove({ id })));
    },
    get validatePassword(): UserOverrides['validatePassword'] {
      const validate = user('validatePassword');
      return validate && (async (password, hash) => (await validate(password, hash)) === true);
    },
    get issueToken(): UserOverrides['issueToken'] {
      const issue = replacedMethod(strapi, 'plugin::users-permissions.jwt', 'issue');
      return issue && (async (id) => String(await issue({ id })));
    },
    get sendConfirmation(): UserOverrides['sendConfirmation'] {
      const send = user('sendConfirmationEmail');
      return (
        send &&
        (async (id) => {
          const user = await strapi.db.query(USER).findOne({ where: { id } });
          await send(await sanitizedRow(strapi, USER, user));
        })
      );
    },
  };
}

/** Replaced functions that add, change and remove files. */
export function fileOverrides(strapi: Strapi): FileOverrides {
  const upload = (name: string): ServiceMethod | undefined =>
    replacedMethod(strapi, 'plugin::upload.upload', name);
  const sanitizedText = async (row: unknown): Promise<string> => {
    const sanitized = await sanitizedRow(strapi, FILE, row);
    return JSON.stringify({ id: idOf(row), ...(isRecord(sanitized) ? sanitized : {}) });
  };
  return {
    get upload(): FileOverrides['upload'] {
      const add = upload('upload');
      return (
        add &&
        (async ({ files, texts }, link) => {
          // As in Strapi, files of the content API are stored in a separate folder.
          const folder = await apiFolderId(strapi);
          const fileInfo = files.map((_, i) => ({ ...infoOf(texts[i]), folder }));
          const target = link && { ref: link.uid, refId: link.row, field: link.attribute.name };
          const data = { fileInfo: fileInfo.length === 1 ? fileInfo[0] : fileInfo, ...target };
          const added = await add({ data, files: files.map(sourceOf) });
          return Promise.all((Array.isArray(added) ? added : [added]).map(sanitizedText));
        })
      );
    },
    get replace(): FileOverrides['replace'] {
      const replace = upload('replace');
      return (
        replace &&
        (async (id, file, texts) => {
          const params = { data: { fileInfo: infoOf(texts) }, file: sourceOf(file) };
          return sanitizedText(await replace(id, params));
        })
      );
    },
    get change(): FileOverrides['change'] {
      const change = upload('updateFileInfo');
      return change && (async (id, texts) => sanitizedText(await change(id, infoOf(texts))));
    },
    get remove(): FileOverrides['remove'] {
      const remove = upload('remove');
      return (
        remove &&
        (async (id) => {
          const file = await strapi.db.query(FILE).findOne({ where: { id } });
          if (!file) return null;
          await remove(file);
          return sanitizedText(file);
        })
      );
    },
  };
}

/** A row without private attributes and passwords. */
export function sanitizedRow(strapi: Strapi, uid: string, row: unknown): Promise<unknown> {
  const getModel = (name: string) => strapi.getModel(name);
  return defaultSanitizeOutput({ schema: getModel(uid), getModel }, row);
}

function infoOf(texts: FileTexts | undefined): object {
  return { ...texts };
}

/** A file as formidable describes it. */
export function sourceOf({ path, name, type, size }: ReceivedFile): object {
  return { filepath: path, originalFilename: name, mimetype: type, size };
}

/** @throws TypeError if a replaced function does not return a row */
function idOf(row: unknown): number {
  const id = isRecord(row) ? row['id'] : undefined;
  if (typeof id === 'number') return id;
  throw new TypeError('A replaced service has not returned a row with an id.');
}
