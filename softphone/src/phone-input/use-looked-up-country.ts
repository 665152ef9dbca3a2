import { useContext, useEffect, useState } from 'react';
import { CountryLookupContext } from './country-lookup-context.ts';

/** Where the visitor seems to be, for a user without a country; null until it is known, and when it cannot be. */
export function useLookedUpCountry(userCountry: string | null | undefined): string | null {
  const lookUp = useContext(CountryLookupContext);
  const [country, setCountry] = useState<string | null>(null);
  const asks = !userCountry && lookUp !== null;
  useEffect(() => {
    if (!asks) return;
    let gone = false;
    lookUp().then(
      (found) => gone || setCountry(found),
      // The first preferred country stands there already; an agent can do nothing about it.
      (error: unknown) => console.warn('[offhook]', error),
    );
    return () => {
      gone = true;
    };
  }, [asks, lookUp]);
  return country;
}
