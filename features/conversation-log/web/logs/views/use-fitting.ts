import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';

/** Counts the children of an element that stand on its first line. They wrap, so that what does not fit is on a further one. */
export function useFitting(box: RefObject<HTMLElement | null>): number {
  const [fitting, setFitting] = useState(Infinity);
  const measure = () => {
    const tops = [...(box.current?.children ?? [])].map((child) => (child as HTMLElement).offsetTop);
    const wrapped = tops.findIndex((top) => top > (tops[0] ?? 0));
    setFitting(wrapped === -1 ? Infinity : wrapped);
  };
  // After every drawing, because names and counts of the children change their widths.
  useLayoutEffect(measure);
  useEffect(() => {
    if (!box.current) return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(box.current);
    return () => observer.disconnect();
    // oxlint-disable-next-line react/exhaustive-deps -- `measure` reads the present element whenever it was made
  }, [box]);
  return fitting;
}
