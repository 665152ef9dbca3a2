import { useState } from 'react';

/** Pages of a list that goes on from a cursor: back is the way one came. */
export function useCursor() {
  const [before, setBefore] = useState<readonly number[]>([]);
  const cursor = before.at(-1);
  return {
    /** Undefined: the first page. */
    cursor,
    page: before.length + 1,
    /** @param next what the page that is shown answered */
    goTo: (page: number, next: number | null) => {
      if (page <= before.length) setBefore(before.slice(0, page - 1));
      else if (next !== null) setBefore([...before, next]);
    },
    restart: () => setBefore([]),
  };
}
