// How components open the search box.
import { createContext } from 'react';

/** Passes the function that opens it. */
export const OpenSearchContext = createContext<() => void>(() => undefined);
