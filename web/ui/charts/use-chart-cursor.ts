import { useState, type KeyboardEvent } from 'react';

interface CursorOptions {
  count: number;
  /** Steps by key; arrow keys of a grid also move by a row. */
  steps: Readonly<Record<string, number>>;
  /** The index at which the keyboard starts. */
  start: number;
  /** Opens what is behind a point: by a click, or by Enter. */
  onChoose?: ((index: number) => void) | undefined;
}

/** The active point of a chart: under the pointer, or moved by the arrow keys while the chart has the focus. */
export function useChartCursor({ count, steps, start, onChoose }: CursorOptions) {
  const [chosen, setChosen] = useState<number>();
  const active = chosen !== undefined && chosen < count ? chosen : undefined;

  function moveByKey(event: KeyboardEvent) {
    const ends: Readonly<Record<string, number>> = { Home: 0, End: count - 1 };
    const step = steps[event.key];
    const target = ends[event.key] ?? (step === undefined ? undefined : (active ?? start) + step);
    if (event.key === 'Escape') setChosen(undefined);
    if (event.key === 'Enter' && count > 0) onChoose?.(active ?? start);
    if (target === undefined) return;
    event.preventDefault();
    if (target >= 0 && target < count) setChosen(target);
  }

  return {
    active,
    point: setChosen,
    /** For the focusable element. A slider, because screen readers pass the arrow keys on to it. */
    cursorProps: {
      tabIndex: 0,
      role: 'slider',
      'aria-valuemin': 1,
      'aria-valuemax': Math.max(count, 1),
      'aria-valuenow': (active ?? start) + 1,
      onKeyDown: moveByKey,
      'data-chosen-by-click': onChoose && true,
      onClick: () => {
        if (active !== undefined) onChoose?.(active);
      },
      onFocus: () => setChosen((at) => at ?? start),
      onBlur: () => setChosen(undefined),
    } as const,
  };
}
