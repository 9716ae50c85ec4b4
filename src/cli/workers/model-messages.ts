// Messages about changes of the content model between the workers of `quoin start --workers` and the primary process.
import { isRecord } from '../../schema/raw.ts';

const KIND = 'model';

/** A request from a worker to the primary process, as in `SiblingProcesses`. */
export interface ModelRequest {
  readonly verb: 'join' | 'begin' | 'pauseWrites' | 'pause' | 'resume' | 'end';
  readonly id: number;
}

/** A request from the primary process to a worker, as in `ChangeFollower`. */
export interface ModelCommand {
  readonly verb: 'pauseWrites' | 'pause' | 'resume';
  readonly id: number;
}

/** The result of a request or a command. */
export interface ModelReply {
  readonly verb: 'reply';
  readonly id: number;
  readonly result: boolean;
}

type ModelMessage = ModelRequest | ModelCommand | ModelReply;

/** Adds the marker that distinguishes a message from those of other modules. */
export function modelMessage(message: ModelMessage): object {
  return { kind: KIND, ...message };
}

/** Returns the result in a message, or null. */
export function toModelReply(message: unknown): ModelReply | null {
  const found = toIdentified(message);
  if (found?.verb !== 'reply') return null;
  return { verb: 'reply', id: found.id, result: found.result };
}

const REQUESTS = ['join', 'begin', 'pauseWrites', 'pause', 'resume', 'end'] as const;

/** Returns the request of a worker, or null. */
export function toModelRequest(message: unknown): ModelRequest | null {
  const found = toIdentified(message);
  const verb = REQUESTS.find((each) => each === found?.verb);
  return found && verb ? { verb, id: found.id } : null;
}

const COMMANDS = ['pauseWrites', 'pause', 'resume'] as const;

/** Returns the command of the primary process, or null. */
export function toModelCommand(message: unknown): ModelCommand | null {
  const found = toIdentified(message);
  const verb = COMMANDS.find((each) => each === found?.verb);
  return found && verb ? { verb, id: found.id } : null;
}

interface Identified {
  readonly verb: unknown;
  readonly id: number;
  readonly result: boolean;
}

function toIdentified(message: unknown): Identified | null {
  if (!isRecord(message) || message['kind'] !== KIND) return null;
  return { verb: message['verb'], id: Number(message['id']), result: message['result'] === true };
}
