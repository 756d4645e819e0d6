export interface PlannedPage {
  title: string;
  /** One sentence: what a person will do here. */
  sentence: string;
}

const integrations: PlannedPage = {
  title: 'Integrations',
  sentence: 'The connections between your assistant and your enterprise systems: add, edit, search and remove them.',
};

/** What will stand on the pages that later versions bring, by route. */
export const plannedPages: Readonly<Record<string, PlannedPage>> = {
  '/connections': integrations,
  '/integrations': integrations,
  '/connections/catalogue': {
    title: 'Catalogue',
    sentence: 'Everything your assistant can be connected to, and what is coming soon.',
  },
  '/connections/catalogue/$provider': {
    title: 'Services of this provider',
    sentence: 'The provider’s services, each ready to be added as an integration.',
  },
  '/connections/$provider/$service/$id': {
    title: 'Integration',
    sentence: 'The address, credentials and identifiers of one connection; secrets are written once and never shown.',
  },
  '/skills': {
    title: 'Skill Store',
    sentence: 'The skills your assistant can learn, by area, provider and field of knowledge.',
  },
  '/skills/management': {
    title: 'Skills management',
    sentence: 'The skills your assistant has, with their configuration.',
  },
  '/skills/management/addNew': {
    title: 'Create new Skill',
    sentence: 'A new skill: what it does, which commands start it and how its result looks.',
  },
  '/skills/management/$id': {
    title: 'Edit skill',
    sentence: 'What one skill does, which commands start it and how its result looks.',
  },
  '/skills/$id': {
    title: 'Skill',
    sentence: 'One skill in detail: how a conversation starts, what comes out of it, and how it looks.',
  },
};
