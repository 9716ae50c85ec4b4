// Journal of an entry: stores unsaved changes on the device within 0.3 seconds.
import { openDeviceRecords, type DeviceRecords } from '../base/device-records.ts';
import { journalKey, type JournalRecord } from '../model/journal.ts';

/** Debounce delay, in milliseconds. */
const DELAY = 300;

type KeyParts = Parameters<typeof journalKey>[0];

const records: DeviceRecords<JournalRecord> = openDeviceRecords('journal');

/** Reads and writes the record of an entry. */
export class EntryJournal {
  readonly #parts: KeyParts;
  #key: string;
  #timer: ReturnType<typeof setTimeout> | null = null;
  readonly #record: () => JournalRecord | null;

  /** @param record Returns the record to store; null for none */
  constructor(parts: KeyParts, record: () => JournalRecord | null) {
    this.#parts = parts;
    this.#key = journalKey(parts);
    this.#record = record;
  }

  /** Returns the record of an earlier visit. */
  read(): Promise<JournalRecord | null> {
    return records.read(this.#key);
  }

  /** Schedules a write of the record. */
  schedule(): void {
    this.#timer ??= setTimeout(() => this.flush(), DELAY);
  }

  /** Writes the record immediately. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const record = this.#record();
    if (record === null) void records.remove(this.#key);
    else void records.write(this.#key, record);
  }

  /** Writes the record while the page closes. */
  flushOnClose(): void {
    const record = this.#record();
    if (record === null) this.flush();
    else records.writeOnClose(this.#key, record);
  }

  /** Sets the id of a new entry. */
  moveTo(documentId: string): void {
    void records.remove(this.#key);
    this.#key = journalKey({ ...this.#parts, documentId });
    this.flush();
  }

  /** Deletes the record. */
  clear(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    void records.remove(this.#key);
  }
}
