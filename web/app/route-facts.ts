import type { Capability } from '#contract/capabilities.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page is shown only to people with this capability; everybody else sees the not-found page. */
    capability?: Capability;
    /** The page belongs to the person's own account and stands under its tabs. */
    accountTab?: true;
  }
}
