import type { SkillState, SkillTransition } from '#features/skills/contract/skill-states.ts';

/** A change of state, some days before the demo is seeded. */
export interface DemoStateChange {
  readonly daysAgo: number;
  readonly transition: SkillTransition;
  readonly from: SkillState;
  readonly to: SkillState;
  readonly reason: string | null;
  /** E-mail address of a user of the company. */
  readonly actorEmail: string;
}

/** A skill whose life in a company is more than active. */
export interface DemoSkillState {
  readonly skillName: string;
  readonly state: SkillState;
  readonly changes: readonly DemoStateChange[];
  readonly reviewerEmail?: string;
  /** `uniqueId` of an integration of the company. */
  readonly backend?: string;
}

interface DemoStates {
  readonly companyName: string;
  /** Skills of the provider that stay in the store, without a row of their own. */
  readonly unused: readonly string[];
  readonly skills: readonly DemoSkillState[];
}

const acme = { admin: 'superadmin@acme.example', reviewer: 'admin@acme.example' };
const globexAdmin = 'superadmin@globex.example';

/** The states of the demo's skills; every other one of the provider is active. */
export const demoStates: readonly DemoStates[] = [
  {
    companyName: 'Acme Manufacturing',
    unused: [],
    skills: [
      {
        skillName: 'Leave request',
        state: 'active',
        changes: [],
        reviewerEmail: acme.reviewer,
        backend: 'sap-production',
      },
      {
        skillName: 'Timesheet',
        state: 'inactive',
        changes: [
          {
            daysAgo: 2,
            transition: 'deactivate',
            from: 'active',
            to: 'inactive',
            reason: 'Hours are booked in the new project tool from now on.',
            actorEmail: acme.admin,
          },
        ],
      },
      {
        skillName: 'Vendor master data',
        state: 'approved',
        reviewerEmail: acme.reviewer,
        changes: [
          {
            daysAgo: 6,
            transition: 'uninstall',
            from: 'active',
            to: 'uninstalled',
            reason: 'New rules for bank accounts of vendors.',
            actorEmail: acme.admin,
          },
          {
            daysAgo: 5,
            transition: 'request',
            from: 'uninstalled',
            to: 'requested',
            reason: null,
            actorEmail: acme.admin,
          },
          {
            daysAgo: 3,
            transition: 'approve',
            from: 'requested',
            to: 'approved',
            reason: 'Fine with two pairs of eyes.',
            actorEmail: acme.reviewer,
          },
        ],
      },
    ],
  },
  {
    companyName: 'Globex Logistics',
    unused: ['Purchase order approval', 'Travel expenses', 'Payslip'],
    skills: [
      {
        skillName: 'Stock check',
        state: 'uninstalled',
        changes: [
          {
            daysAgo: 12,
            transition: 'uninstall',
            from: 'active',
            to: 'uninstalled',
            reason: 'We keep no stock of our own.',
            actorEmail: globexAdmin,
          },
        ],
      },
    ],
  },
];
