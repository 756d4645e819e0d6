import { can, type CapabilityHolder } from '#contract/capabilities.ts';

/** Whether the holder sees what each person may spend and costs; others see their own alone. */
export const canSeePersons = (holder: CapabilityHolder): boolean =>
  can(holder, 'users.read-profiles') || can(holder, 'limits.manage');
