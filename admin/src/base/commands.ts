// Commands of the open screen, for the search box. Screens register them while they are mounted.
import { createContext, use, useEffect, useEffectEvent } from 'react';
import type { Shortcut } from './keys.ts';

/** An action that the search box offers. */
export interface Command {
  readonly label: string;
  readonly shortcut?: Shortcut;
  readonly run: () => void;
}

/** Returns the current commands of a component. */
export type CommandSource = () => readonly Command[];

/** Context that provides the command sources of the screens. */
export const CommandsContext = createContext<Set<CommandSource> | null>(null);

/** Registers commands while the component is mounted. */
export function useCommands(commands: readonly Command[]): void {
  const sources = use(CommandsContext);
  const current = useEffectEvent(() => commands);
  useEffect(() => {
    const source: CommandSource = () => current();
    sources?.add(source);
    return () => void sources?.delete(source);
  }, [sources]);
}
