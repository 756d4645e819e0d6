import { formatDateTime } from '#contract/calendar/formats.ts';
import type { Overwriting } from '#contract/operations.ts';
import { formatCounted, formatDuration } from '../../lib/numbers.ts';
import { ChartPanel } from '../../ui/charts/chart-panel.tsx';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import styles from './operations-page.module.css';
import { WaitingTables } from './waiting-tables.tsx';

interface OverwritingPanelProps {
  /** Undefined while it is loading. */
  overwriting: Overwriting | undefined;
  zone: string;
}

/** The overwriting of erased data: its plan, its last run, and the tables that wait. */
export function OverwritingPanel({ overwriting, zone }: OverwritingPanelProps) {
  return (
    <ChartPanel
      title="Overwriting of erased data"
      note="Deleted rows stay in the files of the database until their tables are rewritten, one after the other. Each is locked for that time."
    >
      {overwriting ? <OverwritingFacts overwriting={overwriting} zone={zone} /> : <SkeletonLine width="40%" />}
    </ChartPanel>
  );
}

function OverwritingFacts({ overwriting, zone }: { overwriting: Overwriting; zone: string }) {
  const { waiting, last } = overwriting;
  return (
    <div className={styles.overwriting}>
      <ul className={styles.facts}>
        <li>{describePlan(overwriting)}</li>
        {waiting.length === 0 && <li>Nothing waits.</li>}
        {last && (
          <li>
            {`Last run on ${formatDateTime(last.startedAt, zone)}: ${formatCounted(last.tables, 'tables')} rewritten, the longest lock ${formatDuration(last.longestLockMs)}. ${
              last.isLogDropped
                ? 'The write-ahead log of before was dropped.'
                : 'The write-ahead log of before is kept by the database server.'
            }`}
          </li>
        )}
        {last?.error && <li className={styles.failure}>{`Not rewritten: ${last.error}.`}</li>}
      </ul>
      {waiting.length > 0 && <WaitingTables waiting={waiting} zone={zone} />}
    </div>
  );
}

function describePlan({ at }: Overwriting): string {
  if (at === null) return 'Off (OVERWRITE_AT): npm run erasures:overwrite does it.';
  return `Every day at ${at} UTC.`;
}
