// Session of an open entry: sends one save at a time, maintains the journal, merges changes of other users, and sends
// changed fields only.
import type { ContentApi, DocumentAddress, EntryResponse } from '../api/content.ts';
import { hasStatus, NetworkError } from '../api/errors.ts';
import type { Json, JsonObject } from '../base/json.ts';
import { changedFields, mergeFields } from '../model/changes.ts';
import type { Document, Path } from '../model/document.ts';
import { FormStore } from '../model/form-store.ts';
import { adoptEntry, nextInfo, rejectionState, type Adoption } from './adopt-response.ts';
import { EntryJournal } from './entry-journal.ts';
import { firstInfo, nameIn } from './entry-info.ts';
import { findRecovered, recordOf } from './entry-recovery.ts';
import { FIRST_STATE, Observable, type EntryState } from './entry-state.ts';
import type { FormModel } from './form-model.ts';

/** Delay before a draft is saved, and before an unreachable server is retried; in milliseconds. */
const AUTOSAVE = 3000;
const RETRY = 4000;

export interface EntrySessionOptions {
  readonly content: ContentApi;
  /** `documentId` is null for a new entry. */
  readonly address: DocumentAddress;
  readonly form: FormModel;
  readonly adminId: string;
  /** True if the type has drafts, which are saved automatically. */
  readonly hasDrafts: boolean;
  /** Null for a new entry. */
  readonly loaded: EntryResponse | null;
  /** Initial values of a new entry. */
  readonly initial?: JsonObject;
  /** Called after changes of another user are merged. */
  readonly onMerged: (merged: { readonly fields: readonly string[]; readonly by: string }) => void;
}

/** An open entry. */
export class EntrySession {
  readonly store: FormStore;
  readonly form: FormModel;
  readonly state: Observable<EntryState>;
  readonly #options: EntrySessionOptions;
  readonly #journal: EntryJournal;
  #etag: string | null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #saving: Promise<boolean> | null = null;

  constructor(options: EntrySessionOptions) {
    const { form, loaded, address, hasDrafts, adminId, initial } = options;
    const isStored = loaded !== null && Object.keys(loaded.entry).length > 0;
    this.#options = options;
    this.form = form;
    this.#etag = loaded?.etag ?? null;
    const base = loaded && isStored ? form.parse(loaded.entry) : form.empty();
    this.store = new FormStore(initial ? form.begin(base, initial) : base);
    this.state = new Observable<EntryState>({
      ...FIRST_STATE,
      documentId: address.documentId,
      isStored,
      info: firstInfo(loaded, hasDrafts),
    });
    this.#journal = new EntryJournal({ ...address, adminId }, () =>
      recordOf(this.store, this.form, this.state.get().recovered?.record),
    );
  }

  /** Looks for earlier changes, and listens for network events. Returns a function that ends the session. */
  start(): () => void {
    void findRecovered(this.#journal, this.store, this.form).then((recovered) => {
      if (recovered !== null) this.#update({ recovered });
    });
    const retry = (): void => {
      if (this.state.get().save === 'offline') void this.save();
    };
    const leave = (): void => this.#journal.flushOnClose();
    addEventListener('online', retry);
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('online', retry);
      removeEventListener('pagehide', leave);
      this.#clearTimer();
      if (!this.hasChanges) return;
      this.#journal.flush();
      if (this.#options.hasDrafts && this.state.get().save !== 'conflict') void this.save();
    };
  }

  /** Uid of the type. */
  get uid(): string {
    return this.#options.address.uid;
  }

  /** Address of the document, which changes when a new entry is created. */
  get address(): DocumentAddress {
    return { ...this.#options.address, documentId: this.state.get().documentId };
  }

  /** Returns true if there are unsaved changes. */
  get hasChanges(): boolean {
    return changedFields(this.store.base, this.store.current, this.form.editable).length > 0;
  }

  /** Changes a field, or a part of it. */
  edit(at: string | Path, value: Json): void {
    const path = typeof at === 'string' ? [at] : at;
    this.store.write(path, value);
    this.#changed(String(path[0]));
  }

  /** Undoes the last change. Returns the field, or null. */
  undo(): string | null {
    return this.#replayed(this.store.undo());
  }

  /** Redoes the most recently undone change. Returns the field, or null. */
  redo(): string | null {
    return this.#replayed(this.store.redo());
  }

  /** Saves the changes. Returns true if the server has all of them. */
  save(): Promise<boolean> {
    this.#clearTimer();
    // One request at a time: later changes are sent with the next one.
    const saving = this.#saving ? this.#saving.then(() => this.#saveOnce()) : this.#saveOnce();
    this.#saving = saving;
    const finish = (): void => {
      if (this.#saving === saving) this.#saving = null;
    };
    saving.then(finish, finish);
    return saving;
  }

  /** Shows the issues that prevent a publication. Returns the fields. */
  checkForPublication(): readonly string[] {
    const faults = this.form.faults(this.store.current);
    this.#update({ showsFaults: true });
    return faults;
  }

  /** Saves and publishes. Returns true if the entry is published. @throws ApiError, NetworkError */
  async publish(): Promise<boolean> {
    if (this.checkForPublication().length > 0) return false;
    if ((this.hasChanges || !this.state.get().isStored) && !(await this.save())) return false;
    try {
      await this.#options.content.publish(this.address, {}, this.#etag);
    } catch (error) {
      if (!this.#showRejection(error)) throw error;
      return false;
    }
    await this.reload();
    return true;
  }

  /** Removes the published version. @throws ApiError, NetworkError */
  async unpublish(): Promise<void> {
    await this.#options.content.unpublish(this.address);
    await this.reload();
  }

  /** Replaces the draft with the published version. @throws ApiError, NetworkError */
  async discard(): Promise<void> {
    this.#clearTimer();
    await this.#saving;
    await this.#options.content.discard(this.address);
    this.store.rebase(this.store.base, this.store.base);
    await this.reload(true);
    this.#journal.clear();
  }

  /** Deletes the entry in this locale. @throws ApiError, NetworkError */
  async remove(): Promise<void> {
    this.#clearTimer();
    await this.#saving;
    if (this.state.get().isStored) await this.#options.content.remove(this.address, this.#etag);
    this.store.rebase(this.store.base, this.store.base);
    this.#journal.clear();
  }

  /** Reloads the entry; unsaved changes stay. @param isFresh True to reload lists as well @throws ApiError, NetworkError */
  async reload(isFresh = false): Promise<void> {
    const before = this.store.current;
    const response = await this.#options.content.read(this.address);
    this.#adopt(response, { snapshot: before, sent: this.form.editable, isFresh });
  }

  /** Resolves a conflict. @param mine Fields that keep the local value; others get the value of the other user */
  async resolve(mine: readonly string[]): Promise<void> {
    const { conflict } = this.state.get();
    if (conflict === null) return;
    const theirs = conflict.conflicts.filter(({ field }) => !mine.includes(field));
    const taken = Object.fromEntries(theirs.map((each) => [each.field, each.theirs]));
    this.store.rebase(this.store.base, { ...this.store.current, ...taken });
    this.#update({ conflict: null, save: 'changed' });
    await this.save();
  }

  /** Restores or discards earlier changes. */
  recover(isWanted: boolean): void {
    const { recovered } = this.state.get();
    if (recovered === null) return;
    this.#update({ recovered: null });
    if (!isWanted) {
      this.#journal.flush();
      return;
    }
    const { mine } = recovered.record;
    for (const name of this.form.editable) {
      if (Object.hasOwn(mine, name)) this.edit(name, mine[name] ?? null);
    }
  }

  #update(part: Partial<EntryState>): void {
    this.state.set({ ...this.state.get(), ...part });
  }

  #changed(name: string): void {
    const { save, serverIssues } = this.state.get();
    this.#journal.schedule();
    if (save === 'clean' || save === 'rejected' || save === 'partly')
      this.#update({ save: 'changed' });
    const rest = Object.entries(serverIssues).filter(([path]) => path.split('.')[0] !== name);
    if (rest.length < Object.keys(serverIssues).length) {
      this.#update({ serverIssues: Object.fromEntries(rest) });
    }
    if (this.#options.hasDrafts && save !== 'conflict' && save !== 'gone') this.#schedule(AUTOSAVE);
  }

  #replayed(path: readonly (string | number)[] | null): string | null {
    if (path === null) return null;
    const name = String(path[0]);
    this.#changed(name);
    return name;
  }

  #schedule(delay: number): void {
    this.#clearTimer();
    this.#timer = setTimeout(() => void this.save(), delay);
  }

  #clearTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  async #saveOnce(): Promise<boolean> {
    const { save, isStored } = this.state.get();
    if (save === 'conflict' || save === 'gone') return false;
    const snapshot = this.store.current;
    const names = this.form.savable(this.store.base, snapshot);
    if (isStored && names.length === 0) {
      this.#settle();
      return !this.hasChanges;
    }
    this.#update({ save: 'saving' });
    const body = this.form.body(
      snapshot,
      isStored ? names : this.#filled(snapshot),
      isStored ? this.store.base : {},
    );
    try {
      const { content } = this.#options;
      const response =
        isStored || this.address.documentId !== null
          ? await content.update(this.address, body, this.#etag)
          : await content.create(this.address, body);
      this.#adopt(response, { snapshot, sent: names });
      return !this.hasChanges;
    } catch (error) {
      if (hasStatus(error, 412)) return this.#mergeTheirs();
      if (hasStatus(error, 404)) this.#update({ save: 'gone' });
      else if (error instanceof NetworkError) this.#waitForNetwork();
      else if (!this.#showRejection(error)) throw error;
      return false;
    }
  }

  /** New entries are sent without empty values, because the server adds defaults. */
  #filled(document: Document): readonly string[] {
    return this.form.editable.filter(
      (name) =>
        document[name] !== null &&
        document[name] !== '' &&
        this.form.check(name, document[name] ?? null, 'draft').length === 0,
    );
  }

  #adopt(response: EntryResponse, adoption: Adoption): void {
    adoptEntry(this.store, this.form, { response, ...adoption });
    this.#etag = response.etag;
    const { documentId } = response.entry;
    const isNew = this.state.get().documentId === null && typeof documentId === 'string';
    this.#update({
      isStored: true,
      ...(typeof documentId === 'string' && !this.#options.address.isSingle ? { documentId } : {}),
      info: nextInfo(this.state.get().info, response, this.#options.hasDrafts),
      serverIssues: {},
      rejection: '',
    });
    if (isNew && !this.#options.address.isSingle) this.#journal.moveTo(documentId);
    this.#settle();
  }

  /** Updates the save status when no request is in progress. */
  #settle(): void {
    const isLeft = this.form.savable(this.store.base, this.store.current).length > 0;
    const rest = this.hasChanges ? 'partly' : 'clean';
    this.#update({ save: isLeft ? 'changed' : rest });
    this.#journal.flush();
    if (isLeft && this.#options.hasDrafts) this.#schedule(AUTOSAVE);
  }

  /** Merges changes of another user; conflicting fields are shown in a dialog. */
  async #mergeTheirs(): Promise<boolean> {
    const response = await this.#options.content.read(this.address);
    const theirs = this.form.carry(this.store.base, this.form.parse(response.entry));
    const merge = mergeFields(
      { base: this.store.base, mine: this.store.current, theirs },
      this.form.editable,
    );
    this.#etag = response.etag;
    this.store.rebase(theirs, merge.merged);
    if (merge.conflicts.length > 0) {
      this.#update({ save: 'conflict', conflict: merge });
      this.#journal.flush();
      return false;
    }
    this.#options.onMerged({
      fields: merge.taken.map((name) => this.form.label(name)),
      by: nameIn(response.entry),
    });
    return this.#saveOnce();
  }

  #waitForNetwork(): void {
    this.#update({ save: 'offline' });
    this.#journal.flush();
    this.#schedule(RETRY);
  }

  /** Shows validation errors. Returns false for other errors. */
  #showRejection(error: unknown): boolean {
    const rejection = rejectionState(error);
    if (rejection !== null) this.#update(rejection);
    return rejection !== null;
  }
}
