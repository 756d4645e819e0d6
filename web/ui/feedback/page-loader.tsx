import { LogoMark } from '../drawings/logo-mark.tsx';
import { Stack } from '../layout/layout.tsx';
import styles from './feedback.module.css';

/** The whole page while it is not yet known who is signed in. Shown only after a moment, so that it never flickers. */
export function PageLoader() {
  return (
    <Stack gap={6} align="center" className={styles.loader} role="status" aria-label="Loading">
      <LogoMark size={40} />
      <span className={styles.track} />
    </Stack>
  );
}
