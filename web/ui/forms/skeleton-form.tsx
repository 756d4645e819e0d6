import { Stack, Text } from '../layout/layout.tsx';
import styles from '../feedback/feedback.module.css';

/** A form before its values arrive. */
export function SkeletonForm({ fieldCount = 4, label }: { fieldCount?: number; label: string }) {
  const fields = Array.from({ length: fieldCount }, (_, field) => field);
  return (
    <Stack aria-busy="true" gap={5} measure={34}>
      <span className="visually-hidden" role="status">
        {label}
      </span>
      {fields.map((field) => (
        <div key={field} aria-hidden="true">
          <span className={styles.bone} style={{ width: '7rem' }} />
          <Text as="span" block above={2} className={styles.field} />
        </div>
      ))}
    </Stack>
  );
}
