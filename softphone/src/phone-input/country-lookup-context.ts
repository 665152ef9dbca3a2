import { createContext } from 'react';

/** Looks up the visitor's two-letter country; null without a lookup service. It may fail. */
export const CountryLookupContext = createContext<(() => Promise<string>) | null>(null);
