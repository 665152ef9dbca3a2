import { useState } from 'react';

/** Paging by cursor. Going back needs the cursors of the previous pages. */
export function useCursor() {
  const [before, setBefore] = useState<readonly number[]>([]);
  const page = before.length + 1;
  return {
    /** Undefined for the first page. */
    cursor: before.at(-1),
    page,
    /** Props of the pager, from the cursor in the current answer. */
    pages: ({ next }: { readonly next: number | null }) => ({
      hasNext: next !== null,
      lastPage: null,
      onPage: (chosen: number) => {
        if (chosen < page) setBefore(before.slice(0, chosen - 1));
        else if (next !== null) setBefore([...before, next]);
      },
      page,
    }),
    restart: () => setBefore([]),
  };
}
