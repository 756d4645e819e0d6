import type { CurrentUser } from '#features/sign-in/contract/session-forms.ts';
import { useOpenCompany } from '#web/records/companies/use-open-company.ts';
import { paths } from '../../paths.ts';
import { focusHeading } from '../../lib/focus-heading.ts';
import { Row, Text } from '../../ui/layout/layout.tsx';
import styles from './shell.module.css';

/** The line above every page while the provider's user acts in another company. */
export function ActingBar({ companyName, homeCompanyName }: CurrentUser) {
  const open = useOpenCompany();
  if (homeCompanyName === null) return null;
  const words = `You are acting in ${companyName} as ${homeCompanyName}`;
  async function leave() {
    await open(undefined, { path: paths.companies() });
    focusHeading();
  }
  return (
    <Row
      as="section"
      pad={[0, 8]}
      gap={4}
      justify="center"
      size="sm"
      weight="medium"
      fixed
      className={styles.actingBarBar}
      data-unprinted
      aria-label="Acting in another company"
    >
      <Text breaks="clip" title={words}>
        {words}
      </Text>
      <button type="button" aria-label={`Leave ${companyName}`} onClick={() => void leave()}>
        Leave
      </button>
    </Row>
  );
}
