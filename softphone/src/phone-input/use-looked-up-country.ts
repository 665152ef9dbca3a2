import { useContext, useEffect, useState } from 'react';
import { CountryLookupContext } from './country-lookup-context.ts';

/** Null until known, or if the lookup fails. */
export function useLookedUpCountry(userCountry: string | null | undefined): string | null {
  const lookUp = useContext(CountryLookupContext);
  const [country, setCountry] = useState<string | null>(null);
  const asks = !userCountry && lookUp !== null;
  useEffect(() => {
    if (!asks) return;
    let gone = false;
    lookUp().then(
      (found) => gone || setCountry(found),
      // The first preferred country is already selected.
      (error: unknown) => console.warn('[offhook]', error),
    );
    return () => {
      gone = true;
    };
  }, [asks, lookUp]);
  return country;
}
