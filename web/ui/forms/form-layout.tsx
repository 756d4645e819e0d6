import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './form-layout.module.css';

interface FormSectionProps {
  title: string;
  description?: ReactNode;
  children: ReactNode;
}

/** One group of fields: its name and purpose at the left, the fields at the right, a hairline above. */
export function FormSection({ title, description, children }: FormSectionProps) {
  return (
    <section className={styles.section}>
      <div className={styles.intro}>
        <h2>{title}</h2>
        {description && <p>{description}</p>}
      </div>
      <div>{children}</div>
    </section>
  );
}

/** Fields in two columns; a child with `data-wide` takes a whole row. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return <div className={styles.grid}>{children}</div>;
}

/** The fields of a form that the user may not change. */
export function ReadOnlyFields({ children }: { children: ReactNode }) {
  return (
    <fieldset disabled className={styles.readOnly}>
      {children}
    </fieldset>
  );
}

interface FormActionsProps {
  saveLabel: string;
  onCancel: () => void;
  saving: boolean;
  /** Saving has to wait, for example for an upload. */
  disabled?: boolean;
  /** A further action at the far end, for example a Delete link. */
  children?: ReactNode;
}

/** Save and Cancel, always in view at the foot of a form. */
export function FormActions({ saveLabel, onCancel, saving, disabled, children }: FormActionsProps) {
  return (
    <div className={styles.actions} data-foot-bar>
      <Button type="submit" loading={saving} disabled={disabled}>
        {saveLabel}
      </Button>
      <Button variant="default" onClick={onCancel} disabled={saving}>
        Cancel
      </Button>
      {children && <div className={styles.aside}>{children}</div>}
    </div>
  );
}
