import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Block, Columns, Row, Text } from '../layout/layout.tsx';
import styles from '../controls.module.css';

interface FormSectionProps {
  title: string;
  description?: ReactNode;
  children: ReactNode;
}

/** One group of fields: its name and purpose at the left, the fields at the right, a hairline above. */
export function FormSection({ title, description, children }: FormSectionProps) {
  return (
    <section className={styles.section}>
      <div>
        <h2>{title}</h2>
        {description && (
          <Text above={2} size="sm" tone="soft" breaks="pretty">
            {description}
          </Text>
        )}
      </div>
      <div>{children}</div>
    </section>
  );
}

/** Fields in two columns; a child with `data-wide` takes a whole row, one with `data-low` stands beside the field and not its label. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return (
    <Columns of={2} gap={4} rowGap={5} align="start" collapse="phone" className={styles.grid}>
      {children}
    </Columns>
  );
}

/** The fields of a form that the user may not change. */
export function ReadOnlyFields({ children }: { children: ReactNode }) {
  return (
    <Block disabled as="fieldset" shrink>
      {children}
    </Block>
  );
}

interface FormActionsProps {
  saveLabel: string;
  onCancel: () => void;
  saving: boolean;
  /** Nothing has changed: the bar stands at the end of the form instead of over its fields. */
  isResting?: boolean;
  /** Saving has to wait, for example for an upload. */
  disabled?: boolean;
  /** A further action at the far end, for example a Delete link. */
  children?: ReactNode;
}

/** Save and Cancel, in view at the foot of a form while there is something to save. */
export function FormActions({ saveLabel, onCancel, saving, isResting = false, disabled, children }: FormActionsProps) {
  return (
    <Row
      pad={[4, 0]}
      gap={2}
      rule="above"
      above={4}
      wrap="phone"
      className={styles.formActions}
      data-foot-bar
      data-resting={isResting || undefined}
    >
      <Button type="submit" loading={saving} disabled={disabled}>
        {saveLabel}
      </Button>
      <Button variant="default" onClick={onCancel} disabled={saving}>
        Cancel
      </Button>
      {children && <Block push>{children}</Block>}
    </Row>
  );
}
