import type { CurrentUser } from '#contract/session/session-forms.ts';
import { useOpenCompany } from '../../features/companies/use-open-company.ts';
import { focusHeading } from '../../lib/focus-heading.ts';
import styles from './acting-bar.module.css';

/** The line above every page while the provider's user acts in another company. */
export function ActingBar({ companyName, homeCompanyName }: CurrentUser) {
  const open = useOpenCompany();
  if (homeCompanyName === null) return null;
  const words = `You are acting in ${companyName} as ${homeCompanyName}`;
  async function leave() {
    await open(undefined);
    focusHeading();
  }
  return (
    <section className={styles.bar} aria-label="Acting in another company">
      <p title={words}>{words}</p>
      <button type="button" aria-label={`Leave ${companyName}`} onClick={() => void leave()}>
        Leave
      </button>
    </section>
  );
}
