import { planned } from './page-route.ts';

const integrations = { capability: 'integrations.manage' } as const;
const skills = { capability: 'skills.manage' } as const;
const invoices = { capability: 'invoices.manage' } as const;

const dashboard = {
  title: 'Dashboard',
  sentence: 'Conversations, people and success rate of your assistant at a glance, for any range of days.',
};

const integrationsList = {
  ...integrations,
  title: 'Integrations',
  sentence: 'The connections between your assistant and your enterprise systems: add, edit, search and remove them.',
};

/** Pages that later versions bring, guarded like the real ones. */
export const plannedRoutes = [
  planned('/', dashboard),
  planned('/analytics', dashboard),
  planned('/analytics/top-users', {
    title: 'Top users',
    sentence: 'Who talks to the assistant most, with the number of messages of each person.',
  }),
  planned('/analytics/logs', {
    title: 'Conversation logs',
    sentence: 'Every conversation with its skill, person and outcome, filtered as you need it, down to each message.',
  }),
  planned('/settings/usage/{-$sortFilter}/{-$sortOption}', {
    title: 'Usage Dashboard',
    sentence: 'What each skill was asked and what it cost in the current period, and the budget limit you set.',
  }),
  planned('/settings/billing', {
    title: 'Billing',
    sentence:
      'Your invoices with their due dates and states, ready to download, and the way to suspend the organisation.',
  }),
  planned('/settings/billing/addNew', {
    ...invoices,
    title: 'Add invoice',
    sentence: 'A new invoice with its number, dates, total and state.',
  }),
  planned('/settings/billing/$id', {
    ...invoices,
    title: 'Update invoice',
    sentence: 'One invoice: its number, dates, total and state.',
  }),
  planned('/connections', integrationsList),
  planned('/integrations', integrationsList),
  planned('/connections/catalogue', {
    ...integrations,
    title: 'Catalogue',
    sentence: 'Everything your assistant can be connected to, and what is coming soon.',
  }),
  planned('/connections/catalogue/$provider', {
    ...integrations,
    title: 'Services of this provider',
    sentence: 'The provider’s services, each ready to be added as an integration.',
  }),
  planned('/connections/$provider/$service/$id', {
    ...integrations,
    title: 'Integration',
    sentence: 'The address, credentials and identifiers of one connection; secrets are written once and never shown.',
  }),
  planned('/skills', {
    ...skills,
    title: 'Skill Store',
    sentence: 'The skills your assistant can learn, by area, provider and field of knowledge.',
  }),
  planned('/skills/management', {
    ...skills,
    title: 'Skills management',
    sentence: 'The skills your assistant has, with their configuration.',
  }),
  planned('/skills/management/addNew', {
    ...skills,
    title: 'Create new Skill',
    sentence: 'A new skill: what it does, which commands start it and how its result looks.',
  }),
  planned('/skills/management/$id', {
    ...skills,
    title: 'Edit skill',
    sentence: 'What one skill does, which commands start it and how its result looks.',
  }),
  planned('/skills/$id', {
    ...skills,
    title: 'Skill',
    sentence: 'One skill in detail: how a conversation starts, what comes out of it, and how it looks.',
  }),
];
