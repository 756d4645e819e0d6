import type { ReactNode } from 'react';

/** The sheet of every drawing: 128 by 88, ink lines. */
export function DrawingFrame({ children }: { children: ReactNode }) {
  return (
    <svg
      width="128"
      height="88"
      viewBox="0 0 128 88"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

export const ground = <path d="M8 78h112" stroke="var(--rule-strong)" />;
export const accent = { stroke: 'var(--accent)', fill: 'var(--accent-soft)' };
