import type { DroppedPart, DryRun } from '#contract/intake/dry-runs.ts';
import { formatCount } from '../../lib/numbers.ts';
import { DataTable } from '../../ui/records/data-table.tsx';
import { Block } from '../../ui/layout/layout.tsx';
import styles from './dry-run-page.module.css';
import { describeDrop } from './dry-run-words.ts';

const kinds: Readonly<Record<DroppedPart['kind'], string>> = {
  attribute: 'Attribute',
  span: 'Span',
  'log record': 'Log record',
  trace: 'Trace',
};

/** Parts of the payload that become part of no conversation, and why. */
export function DroppedParts({ dropped }: { dropped: readonly DroppedPart[] }) {
  if (dropped.length === 0) return null;
  return (
    <Block as="section" above={8} className={styles.outcome} aria-labelledby="dry-run-dropped">
      <h2 id="dry-run-dropped">Left out</h2>
      <DataTable caption="What is left out, and why">
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Name</th>
            <th scope="col">Why</th>
            <th scope="col" data-align="end">
              Times
            </th>
          </tr>
        </thead>
        <tbody>
          {dropped.map((part) => (
            <tr key={`${part.kind} ${part.name} ${part.reason} ${part.by}`}>
              <td>{kinds[part.kind]}</td>
              <td>
                <code translate="no" className={styles.name}>
                  {part.name || '(without a name)'}
                </code>
              </td>
              <td className={styles.name}>{describeDrop(part)}</td>
              <td data-align="end">{formatCount(part.count)}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </Block>
  );
}

/** The items that the intake would reject, the first ones. */
export function Rejections({ outcome: { rejections, rejected } }: { outcome: DryRun }) {
  if (rejected === 0) return null;
  const more = rejected - rejections.length;
  return (
    <Block as="section" above={8} className={styles.outcome} aria-labelledby="dry-run-rejected">
      <h2 id="dry-run-rejected">Rejected</h2>
      <ul className={styles.list}>
        {rejections.map(({ name, reasons }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two items can be the same; the list never changes
          <li key={index}>
            {name && (
              <code translate="no" className={styles.name}>
                {name}
              </code>
            )}
            <span>{` ${reasons.join(' ')}`}</span>
          </li>
        ))}
        {more > 0 && <li>{`${formatCount(more)} more`}</li>}
      </ul>
    </Block>
  );
}
