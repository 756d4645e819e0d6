import { Link } from '@tanstack/react-router';
import { settings } from '../../lib/settings.ts';
import { paths } from '../../paths.ts';
import { PageHeader } from '../../ui/page-header.tsx';

import styles from './static-pages.module.css';
import { getTutorialSteps } from './tutorial-steps.ts';

/** Getting started: the seven steps from sign-up to the first conversation (section 2.7). */
export function TutorialPage() {
  const { product, assistant } = settings.brand;
  return (
    <>
      <PageHeader
        title="Getting started"
        purpose={`${assistant} is an assistant your colleagues simply write to. ${product} is where you set it up.`}
      />
      <div className={styles.sectionHead}>
        <h2>How it works</h2>
        <p>Seven steps lead from signing up to the first conversation.</p>
      </div>
      <ol className={styles.steps}>
        {getTutorialSteps(assistant).map((step) => (
          <li key={step.title}>
            <div>
              <h3>{step.title}</h3>
              <p>
                {step.text} {step.link && <Link to={step.link.path}>{step.link.label}</Link>}
              </p>
            </div>
          </li>
        ))}
      </ol>
      <p>
        Stuck on a step? <Link to={paths.contacts()}>Contact us</Link>.
      </p>
    </>
  );
}
