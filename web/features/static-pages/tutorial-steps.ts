import { paths } from '../../paths.ts';

export interface TutorialStep {
  title: string;
  text: string;
  link?: { label: string; path: string };
}

export function getTutorialSteps(assistant: string): TutorialStep[] {
  return [
    { title: 'Register', text: 'Sign up with your company. You become its first SuperAdmin.' },
    {
      title: 'Add users',
      text: 'The admin adds the people of the company and gives each of them a role.',
      link: { label: 'User management', path: paths.users() },
    },
    {
      title: 'Connect your systems',
      text: 'In the integration module, add a backend and an AI-service connection.',
      link: { label: 'Integrations', path: paths.integrations() },
    },
    {
      title: 'Download skills',
      text: `Choose from the store what ${assistant} should be able to do.`,
      link: { label: 'Skill store', path: paths.skills() },
    },
    { title: 'Install', text: 'Install the downloaded skills into the backend.' },
    { title: 'Get the link', text: 'The app section holds the link to the chat interface.' },
    { title: 'Start chatting', text: `Share the link with your colleagues and say hello to ${assistant}.` },
  ];
}
