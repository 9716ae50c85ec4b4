// Journal of one entry: what is typed reaches the device within 0.3 seconds.
import { openDeviceRecords, type DeviceRecords } from '../base/device-records.ts';
import { journalKey, type JournalRecord } from '../model/journal.ts';

/** How long typing is collected, in milliseconds. */
const DELAY = 300;

type KeyParts = Parameters<typeof journalKey>[0];

const records: DeviceRecords<JournalRecord> = openDeviceRecords('journal');

/** Writes and reads the record of one entry. */
export class EntryJournal {
  readonly #parts: KeyParts;
  #key: string;
  #timer: ReturnType<typeof setTimeout> | null = null;
  readonly #record: () => JournalRecord | null;

  /** @param record Returns what is to be kept; null: nothing */
  constructor(parts: KeyParts, record: () => JournalRecord | null) {
    this.#parts = parts;
    this.#key = journalKey(parts);
    this.#record = record;
  }

  /** Returns what is kept from an earlier visit. */
  read(): Promise<JournalRecord | null> {
    return records.read(this.#key);
  }

  /** Keeps the record soon. */
  schedule(): void {
    this.#timer ??= setTimeout(() => this.flush(), DELAY);
  }

  /** Keeps the record now. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const record = this.#record();
    if (record === null) void records.remove(this.#key);
    else void records.write(this.#key, record);
  }

  /** Says which id a new entry got. */
  moveTo(documentId: string): void {
    void records.remove(this.#key);
    this.#key = journalKey({ ...this.#parts, documentId });
    this.flush();
  }

  /** Forgets the record. */
  clear(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    void records.remove(this.#key);
  }
}
