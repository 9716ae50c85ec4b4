// Removes data that belongs to deleted administrators.
import type { WriteSteps } from '../../storage/session.ts';
import { removeTokensOf } from '../api-tokens/owned-tokens.ts';
import type { Tables } from '../../documents/rows/built-in-rows.ts';
import { removeSessionsOf } from '../sessions.ts';
import { removePreferencesOf } from './preferences.ts';

/** Removes sessions, tokens, preferences and private views. @param admins Row ids */
export function* removeAdminData(tables: Tables, admins: readonly number[]): WriteSteps<void> {
  yield* removeSessionsOf(tables, 'admin', admins.map(String));
  yield* removeTokensOf(tables, admins);
  yield* removePreferencesOf(tables, admins);
}
