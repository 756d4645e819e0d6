import { useLayoutEffect, useRef, useState } from 'react';

/** The present width of an element in pixels; 0 before it is mounted. */
export function useWidth<Frame extends HTMLElement>() {
  const ref = useRef<Frame>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const frame = ref.current;
    if (!frame) return undefined;
    const measure = () => setWidth(Math.round(frame.getBoundingClientRect().width));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(frame);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
