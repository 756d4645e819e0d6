import styles from '../feedback/skeleton.module.css';

/** A form before its values arrive. */
export function SkeletonForm({ fieldCount = 4, label }: { fieldCount?: number; label: string }) {
  const fields = Array.from({ length: fieldCount }, (_, field) => field);
  return (
    <div aria-busy="true" className={styles.form}>
      <span className="visually-hidden" role="status">
        {label}
      </span>
      {fields.map((field) => (
        <div key={field} aria-hidden="true">
          <span className={styles.bone} style={{ width: '7rem' }} />
          <span className={styles.field} />
        </div>
      ))}
    </div>
  );
}
