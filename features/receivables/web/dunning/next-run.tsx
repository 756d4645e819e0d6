import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatShortDay } from '#contract/calendar/formats.ts';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import { describeReminderDays } from '#features/receivables/contract/dunning/reminder-levels.ts';
import type {
  DueReminder,
  ReminderPreview,
  ReminderSettingsForm,
} from '#features/receivables/contract/dunning/reminders.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { formatCount, formatCounted } from '#web/lib/numbers.ts';
import { LoadError } from '#web/records/load-error.tsx';
import { FormAlert } from '#web/ui/forms/form-alert.tsx';
import { Block, Text } from '#web/ui/layout/layout.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { defineColumns } from '#web/ui/records/columns.ts';
import { EmptyState } from '#web/ui/records/empty-state.tsx';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { ApiProblem } from '#web/api/api-problem.ts';
import { getPreviewQuery } from './reminders.queries.ts';
import { StopDialog } from './stop-dialog.tsx';

/** The most rows that leave the stops in view. */
const shownAtFirst = 5;

interface NextRunProps {
  settings: ReminderSettingsForm;
  /** Whether these are the saved settings, and not those of the form below. */
  isSaved: boolean;
}

/** The reminders of the next run, as they would be sent. */
export function NextRun({ settings, isSaved }: NextRunProps) {
  const { data, error, isFetching, refetch } = useQuery(getPreviewQuery(settings));
  const [stopped, setStopped] = useState<DueReminder>();
  const isWrong = error instanceof ApiProblem && error.is('request.invalid');
  return (
    <Block as="section" aria-labelledby="next-run" aria-busy={isFetching}>
      <Block below={5}>
        <h2 id="next-run">{data ? `Next run, ${formatShortDay(data.day)}` : 'Next run'}</h2>
        <Text above={2} size="sm" tone="soft" measure={42} aria-live="polite">
          {data ? describeRun({ ...data, isEnabled: settings.isEnabled, isSaved }) : ' '}
        </Text>
      </Block>
      {isWrong && <FormAlert>{`${toErrorWords(error)} Save the changes to see which field is meant.`}</FormAlert>}
      <LoadError error={data || isWrong ? undefined : error} isRetrying={isFetching} onRetry={() => void refetch()} />
      {(data || !error) && <Reminders preview={data} onStop={setStopped} />}
      {stopped && <StopDialog reminder={stopped} onClose={() => setStopped(undefined)} />}
    </Block>
  );
}

interface RemindersProps {
  /** Undefined while it is loaded. */
  preview: ReminderPreview | undefined;
  onStop: (reminder: DueReminder) => void;
}

function Reminders({ preview, onStop }: RemindersProps) {
  const [isWhole, setWhole] = useState(false);
  const all = preview?.reminders;
  const count = all?.length ?? 0;
  const isCut = count > shownAtFirst && !isWhole;
  const isPart = preview !== undefined && isWhole && preview.count + preview.stopped > count;
  return (
    <>
      <RecordTable
        caption="Reminders of the next run"
        columns={reminderColumns}
        rows={isCut ? all?.slice(0, shownAtFirst) : all}
        getKey={({ invoiceId }) => invoiceId}
        context={{ onStop }}
        loadingLabel="Loading the next run"
        skeletonRowCount={3}
        empty={<EmptyState drawing="papers" text="No reminders are due." />}
        isDense
      />
      {isCut && <LinkButton onClick={() => setWhole(true)}>{`Show ${formatCount(count)} reminders`}</LinkButton>}
      {isPart && <Text size="sm" tone="faint" above={2}>{`The first ${formatCount(count)} are shown.`}</Text>}
    </>
  );
}

interface RunFacts {
  readonly count: number;
  readonly stopped: number;
  readonly isEnabled: boolean;
  readonly isSaved: boolean;
}

function describeRun({ count, stopped, isEnabled, isSaved }: RunFacts): string {
  const reminders = formatCounted(count, 'reminders');
  const sent = isEnabled ? `${reminders} will be sent` : `Reminders are turned off; ${reminders} would be sent`;
  const kept = stopped > 0 ? `, and ${formatCount(stopped)} ${stopped === 1 ? 'is' : 'are'} stopped` : '';
  return `${sent}${kept}${isSaved ? '' : ', by the changes below that are not saved'}.`;
}

const reminderColumns = defineColumns<DueReminder, { onStop: (reminder: DueReminder) => void }>([
  {
    key: 'company',
    label: 'Company',
    width: '20%',
    overflow: 'anywhere',
    isName: true,
    text: ({ companyName }) => companyName,
  },
  { key: 'invoice', label: 'Invoice', width: '15%', overflow: 'anywhere', isName: true, text: ({ number }) => number },
  { key: 'due', label: 'Due', width: '11%', text: ({ dueDay }) => formatShortDay(dueDay) },
  { key: 'open', label: 'Open', width: '11%', align: 'end', text: ({ open }) => formatEuroAmount(open) },
  {
    key: 'reminder',
    label: 'Reminder',
    isSpaced: true,
    overflow: 'anywhere',
    cell: (reminder) => <Words reminder={reminder} />,
  },
  {
    key: 'actions',
    label: 'Actions',
    isLabelHidden: true,
    width: '8%',
    narrowWidth: '9%',
    align: 'end',
    cell: (reminder, { onStop }) =>
      reminder.stop ? null : (
        <LinkButton aria-label={`Stop reminders for ${reminder.number}`} onClick={() => onStop(reminder)}>
          Stop
        </LinkButton>
      ),
  },
]);

function Words({ reminder: { days, subject, text, stop } }: { reminder: DueReminder }) {
  if (stop) {
    const until = stop.until === null ? '' : ` until ${formatShortDay(stop.until)}`;
    return (
      <>
        <Text as="span" block tone="amber">{`Stopped${until}`}</Text>
        <Text as="span" block size="sm" tone="soft" lines={3}>
          {stop.reason}
        </Text>
      </>
    );
  }
  return (
    <details>
      <summary>
        <bdi>{subject}</bdi>
      </summary>
      <Text size="sm" tone="faint" above={1}>{`Level ${describeReminderDays(days)}`}</Text>
      <Text above={2} breaks="kept" measure={42}>
        {text}
      </Text>
    </details>
  );
}
