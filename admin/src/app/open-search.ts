// Opens the search box from components.
import { createContext } from 'react';

/** Context that provides the function. */
export const OpenSearchContext = createContext<() => void>(() => undefined);
