import { isTimeZone } from '@offhook/contract/text';
import { readerZone } from '@offhook/i18n/formats';
import { useSearchParams } from 'react-router';
import type { FilterProps } from './filters.tsx';

/** Of the days and hours in an address from another user, or from a report of the account. */
const ZONE = 'zone';

/** The filters of a list, in the address: a reload, the browser's Back and a sent link show the same rows. */
export function useAddressFilters() {
  const [params, setParams] = useSearchParams();
  const value = (name: string) => params.get(name) ?? '';
  const change = (name: string, next: string, replace: boolean) => {
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (next === '') after.delete(name);
        else after.set(name, next);
        return after;
      },
      { replace, preventScrollReset: true },
    );
  };
  const given = value(ZONE);
  const isOwnZone = given === '' || !isTimeZone(given);
  return {
    /** Changes with any filter. */
    key: params.toString(),
    value,
    zone: isOwnZone ? readerZone() : given,
    isOwnZone,
    toOwnZone: () => change(ZONE, '', false),
    filter: (name: string): FilterProps => ({
      value: value(name),
      onText: (next) => change(name, next, false),
    }),
    /** Back leaves the page that was typed on, not each letter. */
    typed: (name: string): FilterProps => ({
      value: value(name),
      onText: (next) => change(name, next, true),
    }),
    count: (names: readonly string[]) => names.filter((name) => value(name) !== '').length,
    clear: () => setParams({}, { preventScrollReset: true }),
  };
}

export type AddressFilters = ReturnType<typeof useAddressFilters>;
