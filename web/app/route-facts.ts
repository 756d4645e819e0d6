import type { Capability } from '#contract/capabilities.ts';
import type { BeingBuilt } from '../features/being-built/being-built.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page is shown only to people with this capability; everybody else sees the not-found page. */
    capability?: Capability;
    /** The page belongs to the person's own account and stands under its tabs. */
    accountTab?: true;
    /** What will stand here, while it is not there yet. */
    beingBuilt?: BeingBuilt;
  }
}
