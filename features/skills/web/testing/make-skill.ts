import type { Skill } from '#features/skills/contract/skills.ts';

let made = 0;

/** A skill of the company with every field; name only what a test is about. Each has an id of its own. */
export function makeSkill(different: Partial<Skill> = {}): Required<Skill> {
  made += 1;
  const id = different._id ?? `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`;
  return {
    name: `Skill ${made}`,
    description: 'Tells how many days of leave are left.',
    area: 'FI',
    serviceProvider: 'SAP',
    domainKnowledge: 'ERP',
    skillResult: 'The number of days, and until when they can be taken.',
    conversationInfo: ['How many days of leave do I have?'],
    screenShots: [],
    workflowApproval: false,
    limit: null,
    price: 0.45,
    isProvided: false,
    canEdit: true,
    state: 'active',
    requiresApproval: false,
    version: 3,
    ...different,
    _id: id,
    id,
  };
}
