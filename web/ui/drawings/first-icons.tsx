import type { ReactNode } from 'react';

export interface IconProps {
  /** Side length in pixels. */
  size?: number;
}

/**
 * 20 px grid, 1.5 px strokes, round ends; always decoration beside a text or inside a labelled control. Each call is
 * marked pure, so that a page carries only the icons it shows.
 */
export function draw(name: string, shape: ReactNode) {
  function Icon({ size = 20 }: IconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        {shape}
      </svg>
    );
  }
  Icon.displayName = name;
  return Icon;
}

export const CloseIcon = /* @__PURE__ */ draw('CloseIcon', <path d="m5 5 10 10M15 5 5 15" />);
export const CheckIcon = /* @__PURE__ */ draw('CheckIcon', <path d="m4 10.5 4 4 8-9" />);
export const AlertIcon = /* @__PURE__ */ draw(
  'AlertIcon',
  <>
    <circle cx="10" cy="10" r="7" />
    <path d="M10 6.5v4M10 13.5v.01" />
  </>,
);
export const OfflineIcon = /* @__PURE__ */ draw(
  'OfflineIcon',
  <path d="m3 3 14 14M2.5 8a11 11 0 0 1 3.3-2M9.5 5c3-.2 5.8.9 8 3M5.2 11a7 7 0 0 1 3.3-1.8M13 10c.7.3 1.3.7 1.8 1.2M8 14a3 3 0 0 1 3.7-.3M10 16.5v.01" />,
);
