import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatDateTime } from '#contract/calendar/formats.ts';
import type { CheckRun } from '#features/company/contract/operations.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { queries } from '#web/api/queries.ts';
import { useCall } from '#web/api/use-call.ts';
import { formatCounted } from '#web/lib/numbers.ts';
import { ChartPanel } from '#web/ui/charts/chart-panel.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { Row } from '#web/ui/layout/layout.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { defineColumns } from '#web/ui/records/columns.ts';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { StatusBadge } from '#web/ui/records/status-badge.tsx';

type Line = CheckRun['lines'][number];

const levels = {
  fault: { tone: 'red', label: 'Fault', order: 0 },
  warning: { tone: 'amber', label: 'Warning', order: 1 },
  ok: { tone: 'green', label: 'OK', order: 2 },
  left: { tone: 'grey', label: 'Not checked', order: 3 },
} as const;

const columns = defineColumns<Line, undefined>([
  {
    key: 'check',
    isName: true,
    label: 'Check',
    width: '11rem',
    narrowWidth: '9rem',
    text: ({ check }) => check.charAt(0).toUpperCase() + check.slice(1),
  },
  {
    key: 'level',
    label: 'Result',
    width: '8rem',
    narrowWidth: '8rem',
    cell: ({ level }) => <StatusBadge tone={levels[level].tone} label={levels[level].label} />,
  },
  { key: 'text', label: 'Details', overflow: 'anywhere', text: ({ text }) => text },
]);

const isUrgent = ({ level }: Line) => level === 'fault' || level === 'warning';

const toNames = (lines: readonly Line[]) => new Set(lines.map(({ check }) => check));

/** Counts checks, of which one can have several lines. */
function describeRest(lines: readonly Line[]): string {
  const urgent = toNames(lines.filter(isUrgent));
  const fine = toNames(lines.filter(({ level, check }) => level === 'ok' && !urgent.has(check))).size;
  const notRun = toNames(lines.filter(({ level }) => level === 'left')).size;
  const words = fine === 1 ? '1 check is fine' : `${formatCounted(fine, 'checks')} are fine`;
  return notRun === 0 ? words : `${words}, ${notRun} not checked`;
}

/** The checks of `npm run doctor`, run by hand, because they call other services. The most urgent stands first; what is fine is folded. */
export function ChecksPanel({ zone }: { zone: string }) {
  const runChecks = useCall(queries.operations.runChecks, { changes: [] });
  async function run() {
    try {
      await runChecks.mutateAsync({});
    } catch (error) {
      showToast(toErrorWords(error), 'error');
    }
  }
  const { data, isPending } = runChecks;
  return (
    <ChartPanel
      title="Checks"
      note={
        data
          ? `Run at ${formatDateTime(data.ranAt, zone)}, once a minute at most.`
          : 'Tries database, e-mail server, file storage, public address, certificate and backups, as the command doctor does.'
      }
      action={
        <Button variant="default" size="compact-sm" loading={isPending} onClick={() => void run()}>
          Run checks
        </Button>
      }
    >
      {data && <Results key={data.ranAt} lines={data.lines} />}
    </ChartPanel>
  );
}

function Results({ lines }: { lines: readonly Line[] }) {
  const [isOpen, setOpen] = useState(false);
  const shown = lines
    .filter((line) => isOpen || isUrgent(line))
    .toSorted((one, other) => levels[one.level].order - levels[other.level].order);
  return (
    <>
      <RecordTable
        caption="Results of the checks"
        columns={columns}
        rows={shown}
        context={undefined}
        getKey={({ check, text }) => `${check} ${text}`}
        loadingLabel="Running the checks"
        empty={null}
      />
      {!lines.every(isUrgent) && (
        <Row size="sm" above={shown.length > 0 ? 3 : 0}>
          <LinkButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide what is fine' : describeRest(lines)}
          </LinkButton>
        </Row>
      )}
    </>
  );
}
