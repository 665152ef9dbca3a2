import { createContext } from 'react';

/** Null without a lookup service. */
export const CountryLookupContext = createContext<(() => Promise<string>) | null>(null);
