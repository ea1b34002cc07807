import { createContext } from 'react';

/** Whose pages these are, as the document's title ends: ours, or a provider's where their client sees it; null for nobody's. */
export const ProductName = createContext<string | null>('Tenantry');
