import { createContext } from 'react';

/** Finds out in which country this visitor is, two letters; null: nobody is asked. It may well fail. */
export const CountryLookupContext = createContext<(() => Promise<string>) | null>(null);
