import { useEffect, useRef } from 'react';

/** Scrolls once to the row of this key as soon as it is there; `scrollTo` takes its place among the rows. */
export function useReveal<Row>(
  rows: readonly Row[],
  getKey: (row: Row) => string,
  revealedKey: string | undefined,
  scrollTo: (index: number) => void,
): void {
  const done = useRef<string>(undefined);
  useEffect(() => {
    if (revealedKey === undefined || done.current === revealedKey) return undefined;
    const index = rows.findIndex((row) => getKey(row) === revealedKey);
    if (index === -1) return undefined;
    // After the router, which scrolls a new page to its top.
    const timer = setTimeout(() => {
      done.current = revealedKey;
      scrollTo(index);
    });
    return () => clearTimeout(timer);
  });
}
