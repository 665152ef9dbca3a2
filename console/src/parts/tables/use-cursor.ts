import { useState } from 'react';

/** Pages of a list that goes on from a cursor: back is the way one came. */
export function useCursor() {
  const [before, setBefore] = useState<readonly number[]>([]);
  const page = before.length + 1;
  return {
    /** Undefined: the first page. */
    cursor: before.at(-1),
    page,
    /** What the pager needs, given the cursor that the shown page answered. */
    pages: ({ next }: { readonly next: number | null }) => ({
      hasNext: next !== null,
      lastPage: null,
      onPage: (wanted: number) => {
        if (wanted < page) setBefore(before.slice(0, wanted - 1));
        else if (next !== null) setBefore([...before, next]);
      },
      page,
    }),
    restart: () => setBefore([]),
  };
}
