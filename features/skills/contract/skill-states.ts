/**
 * The life of a skill in a company (decision 0052), without schemas, so that pages load it without zod. An uninstalled
 * skill is available again.
 */
export const skillStates = ['available', 'requested', 'approved', 'active', 'inactive', 'uninstalled'] as const;
export type SkillState = (typeof skillStates)[number];

export const skillStateLabels: Readonly<Record<SkillState, string>> = {
  available: 'Available',
  requested: 'Waiting for approval',
  approved: 'Approved',
  active: 'Active',
  inactive: 'Inactive',
  uninstalled: 'Uninstalled',
};

/** Commands of the company's SuperAdmins. */
export const skillCommands = ['request', 'withdraw', 'activate', 'deactivate', 'uninstall'] as const;
export type SkillCommand = (typeof skillCommands)[number];

/** Decisions of the reviewer of a request. */
export const reviewDecisions = ['approve', 'refuse'] as const;
export type ReviewDecision = (typeof reviewDecisions)[number];

export type SkillTransition = SkillCommand | ReviewDecision;

const transitions: Readonly<Record<SkillTransition, Readonly<Partial<Record<SkillState, SkillState>>>>> = {
  request: { available: 'requested', uninstalled: 'requested' },
  withdraw: { requested: 'available' },
  approve: { requested: 'approved' },
  refuse: { requested: 'available' },
  activate: { available: 'active', uninstalled: 'active', approved: 'active', inactive: 'active' },
  deactivate: { active: 'inactive' },
  uninstall: { approved: 'uninstalled', active: 'uninstalled', inactive: 'uninstalled' },
};

/** The states in which nothing has been approved. */
const unapproved: ReadonlySet<SkillState> = new Set(['available', 'uninstalled']);

/**
 * The state after a transition; undefined where it is impossible. A skill that requires approval is requested before it is
 * activated for the first time, any other is never requested.
 */
export function findNextState(
  state: SkillState,
  transition: SkillTransition,
  requiresApproval: boolean,
): SkillState | undefined {
  if (transition === 'request' && !requiresApproval) return undefined;
  if (transition === 'activate' && requiresApproval && unapproved.has(state)) return undefined;
  return transitions[transition][state];
}

/** The commands that are possible now, in the order of the list. */
export function listCommands(state: SkillState, requiresApproval: boolean): SkillCommand[] {
  return skillCommands.filter((command) => findNextState(state, command, requiresApproval) !== undefined);
}

/** The most skills that one call changes. */
export const skillsPerStep = 100;

/** The commands that several skills take at once. */
export const skillSteps = ['activate', 'deactivate'] as const;
export type SkillStep = (typeof skillSteps)[number];

/** `impossible`: not in the skill's state. `not-installed`: its transport request is not confirmed. `no-address`: it has a price and the company no address. `gone`: not in the store. */
export const skillStepResults = ['done', 'impossible', 'not-installed', 'no-address', 'gone'] as const;
export type SkillStepResult = (typeof skillStepResults)[number];

/** The transport file of a skill. */
export const transportMaxBytes = 10 * 1024 * 1024;

/** Days for which a reviewer can use the link of a request. */
export const approvalDays = 14;

/** Length of the token in that link. */
export const approvalTokenMaxLength = 200;

interface SkillKind {
  readonly serviceProvider: string;
  readonly domainKnowledge: string;
}

/** Whether an integration can be the backend system of a skill: of the kind of its domain, and of SAP for a skill of SAP. */
export function fitsSkill(
  skill: SkillKind,
  integration: { readonly provider: string; readonly category: string },
): boolean {
  if (skill.domainKnowledge === 'Communication') return integration.category === 'CT';
  return integration.category === 'ERP' && (skill.serviceProvider !== 'SAP' || integration.provider === 'SAP');
}
