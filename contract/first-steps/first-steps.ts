import type { AttentionKind } from '../attention/attention-facts.ts';
import { attentionKinds, type AttentionAddress } from '../attention/attention-kinds.ts';
import type { Capability } from '../capabilities.ts';

/* Without schemas, because the browser reads it too. */

/** A step of a new company's first hour. */
interface FirstStepFacts {
  /** All are needed: to open the page of the step, and to do it. */
  readonly needs: readonly Capability[];
  readonly title: string;
  /** Its use, shown while it is not done. */
  readonly purpose: string;
  readonly address: AttentionAddress;
  /** The step before which its page has nothing to show. */
  readonly after?: 'assistant';
  /** The line of "Needs attention" that says the same, and waits until the list is over. */
  readonly covers?: AttentionKind;
}

const { companyData } = attentionKinds;

/** Every step, in the order of the list. */
export const firstSteps = {
  assistant: {
    needs: ['intake.manage'],
    title: 'Connect your assistant',
    purpose: 'A key lets it report conversations.',
    address: { path: '/integrations/intake' },
  },
  conversation: {
    needs: ['transcripts.read-own'],
    title: 'Read the first conversation',
    purpose: 'It appears seconds after it is reported.',
    address: { path: '/analytics/logs' },
    after: 'assistant',
  },
  limit: {
    needs: ['billing.read', 'limits.manage', 'notifications.manage'],
    title: 'Set a spending limit, with e-mails about it',
    purpose: 'No month costs more than you expect.',
    address: { path: '/settings/usage' },
    covers: 'silentLimits',
  },
  people: {
    needs: ['users.manage'],
    title: 'Invite your colleagues',
    purpose: 'Paste a list of addresses, or enter them one by one.',
    address: { path: '/users/invite' },
  },
  companyData: {
    needs: companyData.needs,
    title: 'Complete your company data',
    purpose: 'Your invoices need address and VAT number.',
    address: { path: '/settings/company' },
    covers: 'companyData',
  },
} as const satisfies Record<string, FirstStepFacts>;

export type FirstStepKind = keyof typeof firstSteps;

export const firstStepKinds = Object.keys(firstSteps) as readonly FirstStepKind[];

export const getFirstStep = (kind: FirstStepKind): FirstStepFacts => firstSteps[kind];
