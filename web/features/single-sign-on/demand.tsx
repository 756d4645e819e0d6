import type { SingleSignOn } from '#contract/single-sign-on.ts';
import { SwitchField } from '../../ui/forms/switch-field.tsx';
import styles from './single-sign-on-page.module.css';

interface DemandProps {
  superAdmins: SingleSignOn['superAdmins'];
  isDemanded: boolean;
  /** Ids of users. */
  breakGlass: readonly string[];
  onDemand: (isDemanded: boolean) => void;
  onBreakGlass: (ids: string[]) => void;
}

/** Whether users sign in by the issuer alone, and which SuperAdmins can still use their password in an emergency. */
export function Demand({ superAdmins, isDemanded, breakGlass, onDemand, onBreakGlass }: DemandProps) {
  const choose = (id: string, isChosen: boolean) =>
    onBreakGlass(isChosen ? [...breakGlass, id] : breakGlass.filter((each) => each !== id));
  return (
    <div className={styles.stack}>
      <SwitchField
        label="Users sign in with single sign-on only"
        checked={isDemanded}
        onChange={(event) => onDemand(event.currentTarget.checked)}
      />
      <fieldset className={styles.people}>
        <legend>Emergency access</legend>
        <p className={styles.words}>
          These SuperAdmins can still sign in with password and two-factor authentication, for example while your
          sign-in service is down. Each such sign-in is in the audit log and e-mailed to all SuperAdmins.
        </p>
        {superAdmins.map(({ id, name, email, hasTwoFactor }) => (
          <SwitchField
            key={id}
            label={`${name} (${email})${hasTwoFactor ? '' : ' – needs two-factor authentication first'}`}
            checked={breakGlass.includes(id)}
            disabled={!hasTwoFactor && !breakGlass.includes(id)}
            onChange={(event) => choose(id, event.currentTarget.checked)}
          />
        ))}
      </fieldset>
    </div>
  );
}
