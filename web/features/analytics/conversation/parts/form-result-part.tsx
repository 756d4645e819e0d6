import type { FormResultPart as Part } from '#contract/analytics/message-parts.ts';
import styles from './parts.module.css';

/** The fields in their order, under the names of section 3. */
const labels = {
  username: 'SAP ID',
  firstname: 'First Name',
  lastname: 'Last Name',
  company: 'Company',
  e_mail: 'Email',
  tel1_numbr: 'Phone Number',
  reason: 'Reason',
} as const;

const fields = Object.keys(labels) as (keyof typeof labels)[];

/** A form as it was filled in; what was not asked for is not shown. */
export function FormResultPart({ part }: { part: Part }) {
  return (
    <dl className={styles.form}>
      {fields
        .filter((field) => part[field] != null && part[field] !== '')
        .map((field) => (
          <div key={field}>
            <dt>{labels[field]}</dt>
            <dd dir="auto">{part[field]}</dd>
          </div>
        ))}
    </dl>
  );
}
