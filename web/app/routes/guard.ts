import { can } from '#contract/capabilities.ts';
import type { Capability, RoleHolder } from '#contract/capabilities.ts';

interface GuardedMatch {
  readonly staticData: { readonly capability?: Capability };
}

/** Whether every matched route is open to this person (section 6). */
export function canOpen(holder: RoleHolder, matches: readonly GuardedMatch[]): boolean {
  return matches.every(({ staticData }) => !staticData.capability || can(holder, staticData.capability));
}
