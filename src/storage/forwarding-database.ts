// Forwards the calls of an interactive database to another one. Subclasses override what they add.
import type {
  Database,
  InteractiveDatabase,
  InteractiveWriteOptions,
  ReadOptions,
  WriteOptions,
} from './database.ts';
import type {
  InteractiveWriteSteps,
  RawQuery,
  RawResult,
  ReadSteps,
  Session,
  WriteSteps,
} from './session.ts';

export abstract class ForwardingDatabase implements InteractiveDatabase {
  protected readonly inside: InteractiveDatabase;

  constructor(inside: InteractiveDatabase) {
    this.inside = inside;
  }

  read<T>(steps: ReadSteps<T>, options?: ReadOptions): Promise<T> {
    return this.inside.read(steps, options);
  }

  transact<T>(steps: WriteSteps<T>, options?: WriteOptions): Promise<T> {
    return this.inside.transact(steps, options);
  }

  runInTransaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.inside.runInTransaction(work);
  }

  transactInteractively<T>(
    steps: InteractiveWriteSteps<T>,
    options?: InteractiveWriteOptions,
  ): Promise<T> {
    return this.inside.transactInteractively(steps, options);
  }

  runRaw(query: RawQuery): Promise<RawResult> {
    return this.inside.runRaw(query);
  }

  afterCommit(work: () => Promise<void>): Promise<void> {
    return this.inside.afterCommit(work);
  }

  afterRollback(work: () => Promise<void>): void {
    this.inside.afterRollback(work);
  }

  get isInteractive(): boolean {
    return this.inside.isInteractive;
  }

  get joinedWrites(): number {
    return this.inside.joinedWrites;
  }

  get isNested(): boolean {
    return this.inside.isNested;
  }

  get dialect(): Database['dialect'] {
    return this.inside.dialect;
  }

  get threads(): Database['threads'] {
    return this.inside.threads;
  }

  get isolated(): Database['isolated'] {
    return this.inside.isolated;
  }

  version(): number {
    return this.inside.version();
  }

  get isCommitting(): boolean {
    return this.inside.isCommitting;
  }

  forgetStatements(): void {
    this.inside.forgetStatements?.();
  }

  onChange(...[listener]: Parameters<Database['onChange']>): () => void {
    return this.inside.onChange(listener);
  }

  stats(): ReturnType<Database['stats']> {
    return this.inside.stats();
  }

  close(): Promise<void> {
    return this.inside.close();
  }
}
