import { Link } from '@tanstack/react-router';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { paths } from '../../paths.ts';
import { drawings } from '../../ui/drawings/empty-state-drawings.tsx';
import { Row, Stack } from '../../ui/layout/layout.tsx';
import styles from './routes.module.css';

/** For an unknown path, and for a page that the user's roles do not open (section 2.1). */
export function NotFoundPage() {
  usePageTitle('Page not found');
  return (
    <Stack align="start" tone="faint" measure={34} pad={[12, 0, 16]} className={styles.message}>
      {drawings.signpost}
      <h1 tabIndex={-1}>We are sorry but the page you are looking for was not found.</h1>
      <Row above={4} tone="soft" as="p" gap={5} align="stretch">
        <Link to={paths.dashboard()}>Go to the dashboard</Link>
        <Link to={paths.contacts()}>Contact us</Link>
      </Row>
    </Stack>
  );
}
