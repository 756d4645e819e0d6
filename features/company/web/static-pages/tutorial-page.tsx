import { Link } from '@tanstack/react-router';
import { settings } from '#web/lib/settings.ts';
import { paths } from '#web/paths.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Block, Columns, Text } from '#web/ui/layout/layout.tsx';
import styles from './static-pages.module.css';

/** Getting started: the seven steps from sign-up to the first conversation (section 2.7). */
export function TutorialPage() {
  const { product, assistant } = settings.brand;
  return (
    <>
      <PageHeader
        title="Getting started"
        purpose={`${assistant} is a chat assistant for your colleagues. Set it up in ${product}.`}
      />
      <Block below={4}>
        <h2>How it works</h2>
        <Text above={1} tone="soft" measure={42}>
          Seven steps from sign-up to the first conversation.
        </Text>
      </Block>
      <Block as="ol" rule="below" below={5} measure={46} className={styles.steps}>
        {getTutorialSteps(assistant).map((step) => (
          <Columns as="li" key={step.title} of={['3.5rem', 1]} pad={[5, 0]} rule="above">
            <div>
              <Text as="h3" size="lg">
                {step.title}
              </Text>
              <Text above={1} tone="soft">
                <span>{`${step.text} `}</span>
                {step.link && <Link to={step.link.path}>{step.link.label}</Link>}
              </Text>
            </div>
          </Columns>
        ))}
      </Block>
      <p>
        Stuck on a step? <Link to={paths.contacts()}>Contact us</Link>.
      </p>
    </>
  );
}

interface TutorialStep {
  title: string;
  text: string;
  link?: { label: string; path: string };
}

function getTutorialSteps(assistant: string): TutorialStep[] {
  return [
    { title: 'Register', text: 'Sign up your company. You become its first SuperAdmin.' },
    {
      title: 'Add users',
      text: 'The admin adds users and assigns their roles.',
      link: { label: 'User management', path: paths.users() },
    },
    {
      title: 'Connect your systems',
      text: 'In the integration module, add a backend and an AI-service connection.',
      link: { label: 'Integrations', path: paths.integrations() },
    },
    {
      title: 'Download skills',
      text: `Choose skills for ${assistant} from the store.`,
      link: { label: 'Skill store', path: paths.skills() },
    },
    { title: 'Install', text: 'Install the downloaded skills into the backend.' },
    { title: 'Get the link', text: 'Find the link to the chat interface in the app section.' },
    { title: 'Start chatting', text: `Share the link with your colleagues and say hello to ${assistant}.` },
  ];
}
