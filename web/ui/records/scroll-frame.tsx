import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import styles from './scroll-frame.module.css';

/**
 * Lets what is wider than the page scroll sideways inside its own frame. While it does, the frame takes the focus, so that
 * the arrow keys scroll it, and its edges show where it goes on.
 */
export function ScrollFrame({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const [hidden, setHidden] = useState({ start: false, end: false });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const measure = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element;
      const start = scrollLeft > 1;
      const end = scrollLeft + clientWidth < scrollWidth - 1;
      setHidden((before) => (before.start === start && before.end === end ? before : { start, end }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);
  const isScrollable = hidden.start || hidden.end;
  return (
    <div
      className={className ? `${styles.frame} ${className}` : styles.frame}
      data-hidden-start={hidden.start || undefined}
      data-hidden-end={hidden.end || undefined}
    >
      <div
        ref={scroller}
        className={styles.scroller}
        {...(isScrollable && { role: 'region', tabIndex: 0, 'aria-label': `${label}, scrolls sideways` })}
      >
        {children}
      </div>
    </div>
  );
}
