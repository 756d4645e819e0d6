import { Switch } from '../../../ui/forms/switch.tsx';
import { nameStatus } from '../form/integration-values.ts';
import styles from '../form/integration-form.module.css';
import type { IntegrationFormState } from '../form/use-integration-form.ts';

/** Active or Disabled (section 4); who may not see the credentials may not switch either. */
export function StatusSwitch({ state }: { state: IntegrationFormState }) {
  const { form, isRestricted } = state;
  const { status } = form.values;
  return (
    <div className={styles.status}>
      <label htmlFor="integration-status">Status</label>
      <span className={styles.switch}>
        <Switch
          id="integration-status"
          checked={status}
          disabled={isRestricted}
          data-path="status"
          onChange={(event) => form.setFieldValue('status', event.currentTarget.checked)}
        />
        <span aria-hidden="true">{nameStatus(status)}</span>
      </span>
    </div>
  );
}
