import { useState } from 'react';

/** Paging by cursor. Going back needs the cursors of the previous pages. @param filters a change goes to the first page */
export function useCursor(filters = '') {
  const [visited, setVisited] = useState<{ filters: string; cursors: readonly number[] }>({
    filters,
    cursors: [],
  });
  const before = visited.filters === filters ? visited.cursors : [];
  const setBefore = (cursors: readonly number[]) => setVisited({ filters, cursors });
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
