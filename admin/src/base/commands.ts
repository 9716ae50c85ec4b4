// Commands of the open screen, for the search box. Screens register them while they are mounted.
import { createContext, use, useEffect, useEffectEvent } from 'react';
import type { Shortcut } from './keys.ts';

/** An action that the search box offers. */
export interface Command {
  readonly label: string;
  readonly shortcut?: Shortcut;
  readonly run: () => void;
}

/** Returns the commands that a component offers now. */
export type CommandSource = () => readonly Command[];

/** Passes the sources of the screens to components. */
export const CommandsContext = createContext<Set<CommandSource> | null>(null);

/** Offers commands while the component is mounted. */
export function useCommands(commands: readonly Command[]): void {
  const sources = use(CommandsContext);
  const current = useEffectEvent(() => commands);
  useEffect(() => {
    const source: CommandSource = () => current();
    sources?.add(source);
    return () => void sources?.delete(source);
  }, [sources]);
}
