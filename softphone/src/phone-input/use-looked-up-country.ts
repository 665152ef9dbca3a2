import { useContext, useEffect, useState } from 'react';
import { CountryLookupContext } from './country-lookup-context.ts';

export function useLookedUpCountry(userCountry: string | null | undefined): string | null {
  const lookUp = useContext(CountryLookupContext);
  const [country, setCountry] = useState<string | null>(null);
  const shouldLookUp = !userCountry && lookUp !== null;
  useEffect(() => {
    if (!shouldLookUp) return;
    let cancelled = false;
    lookUp().then(
      (found) => cancelled || setCountry(found),
      // The first preferred country is already selected.
      (error: unknown) => console.warn('[offhook]', error),
    );
    return () => {
      cancelled = true;
    };
  }, [shouldLookUp, lookUp]);
  return country;
}
