import { createContext } from 'react';

/** Whose data a page shows, and whether they are simulated; null where it is everybody's. */
export const PageScope = createContext<{ name: string; isSimulated: boolean } | null>(null);
