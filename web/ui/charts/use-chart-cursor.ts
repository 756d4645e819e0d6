import { useState } from 'react';
import type { KeyboardEvent } from 'react';

interface CursorOptions {
  count: number;
  /** How far the keys go, by name; the arrows of a line go one on, those of a grid also a row up or down. */
  steps: Readonly<Record<string, number>>;
  /** Where the keyboard starts. */
  start: number;
}

/** The point of a chart that is looked at: under the pointer, or moved by the arrow keys while the chart has the focus. */
export function useChartCursor({ count, steps, start }: CursorOptions) {
  const [chosen, setChosen] = useState<number>();
  const active = chosen !== undefined && chosen < count ? chosen : undefined;

  function moveByKey(event: KeyboardEvent) {
    const ends: Readonly<Record<string, number>> = { Home: 0, End: count - 1 };
    const step = steps[event.key];
    const target = ends[event.key] ?? (step === undefined ? undefined : (active ?? start) + step);
    if (event.key === 'Escape') setChosen(undefined);
    if (target === undefined) return;
    event.preventDefault();
    if (target >= 0 && target < count) setChosen(target);
  }

  return {
    active,
    point: setChosen,
    /** For the element that takes the focus. A slider is what screen readers pass arrow keys on to. */
    cursorProps: {
      tabIndex: 0,
      role: 'slider',
      'aria-valuemin': 1,
      'aria-valuemax': Math.max(count, 1),
      'aria-valuenow': (active ?? start) + 1,
      onKeyDown: moveByKey,
      onFocus: () => setChosen((at) => at ?? start),
      onBlur: () => setChosen(undefined),
    } as const,
  };
}
