// Interface between the processes of one server that change their content model together.

/** Requests that wait: on SQLite, readers continue until the commit. */
export type PausedRequests = 'writes' | 'all';

/** Reactions of a process to a change of the content model by another one. */
export interface ChangeFollower {
  /** Makes new requests wait, and waits for pending ones. */
  pause(requests: PausedRequests): Promise<void>;
  /** Serves the current content model and lets requests continue. @returns false if it cannot be served */
  resume(): Promise<boolean>;
}

/** The other processes of a server, as the one that changes the content model sees them. */
export interface SiblingProcesses {
  /**
   * Joins them, and waits for the end of a change that is being made.
   * @returns true if the content model has been changed since this process started
   */
  join(follower: ChangeFollower): Promise<boolean>;
  /** Takes the lock, which at most one of them has. @returns false if another one has it */
  begin(): Promise<boolean>;
  /** Makes the requests of the others wait. */
  pause(requests: PausedRequests): Promise<void>;
  /** Lets the others serve the current content model, and waits for them. Those that cannot are replaced. */
  resume(): Promise<void>;
  /** As `resume`, and releases the lock. */
  end(): Promise<void>;
}

/** For a server with a single process. */
export const NO_SIBLINGS: SiblingProcesses = {
  join: async () => false,
  begin: async () => true,
  pause: async () => undefined,
  resume: async () => undefined,
  end: async () => undefined,
};
