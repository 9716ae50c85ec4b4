// Cancellation of reads whose client disconnects.

/**
 * Calls `cancel` once when the client disconnects, or at once if it has already disconnected.
 * @returns a function that stops listening
 */
export type Cancellation = (cancel: () => void) => () => void;
