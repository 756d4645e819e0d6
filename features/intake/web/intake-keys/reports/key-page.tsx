import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { formatDateTime, formatShortDay } from '#contract/calendar/formats.ts';
import { silenceHours, type KeyReportDay, type KeyReports } from '#features/intake/contract/key-reports.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { isUnknownRecord } from '#web/api/record-queries.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { paths } from '#web/paths.ts';
import { BackLink } from '#web/records/back-link.tsx';
import { RecordNotFound } from '#web/records/record-form-page.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { StatTiles } from '#web/ui/figures/stat-tiles.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { defineColumns } from '#web/ui/records/columns.ts';
import { EmptyState } from '#web/ui/records/empty-state.tsx';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { StatusBadge } from '#web/ui/records/status-badge.tsx';
import { getKeyReportsQuery, useUpdateKeyAlerts } from '../intake-keys.queries.ts';
import { Block, Row, Stack, Text } from '#web/ui/layout/layout.tsx';
import { UnreadNames } from './unread-names.tsx';
import { countRejected, describeSilence, rejectWords, sumReasons } from './report-words.ts';

/** `/integrations/intake/{id}`: what the calls of an intake key became, and its alerts. */
export function KeyPage() {
  const { id = '' } = useParams({ strict: false });
  const { data: reports, error } = useQuery(getKeyReportsQuery(id));
  if (isUnknownRecord(error)) return <RecordNotFound />;
  return (
    <>
      <PageHeader
        title={reports?.name ?? 'Intake key'}
        eyebrow={<BackLink to={paths.intakeKeys()}>Keys</BackLink>}
        purpose="What the assistant reported with this key in the last 30 days, and what was rejected."
      />
      {reports && <KeyAlerts reports={reports} />}
      <Sums days={reports?.days} />
      <Reasons days={reports?.days ?? []} />
      <RecordTable
        caption="Reports by day"
        columns={dayColumns}
        rows={reports?.days}
        getKey={({ date }) => date}
        context={undefined}
        loadingLabel="Loading what was reported"
        skeletonRowCount={5}
        empty={
          <EmptyState drawing="plug" text="Nothing has been reported with this key.">
            <Link to={paths.dryRun()}>Test a payload</Link> to see the conversations it creates.
          </EmptyState>
        }
      />
      <Text above={4} size="sm" tone="soft">
        Late: history, reported more than a day after it happened. Ignored: not about an assistant;{' '}
        <Link to={paths.dryRun()}>test a payload</Link> to see why. <Link to={paths.reportedNames()}>Mapping</Link>{' '}
        shows which names belong to no skill or user.
      </Text>
      {reports && <UnreadNames unread={reports.unread} />}
    </>
  );
}

function Sums({ days }: { days: readonly KeyReportDay[] | undefined }) {
  const sum = (count: (day: KeyReportDay) => number) =>
    formatCount((days ?? []).reduce((total, day) => total + count(day), 0));
  const tiles = days && [
    { value: sum(({ accepted }) => accepted) },
    { value: sum(({ late }) => late), note: 'history, accepted', isQuiet: true },
    { value: sum(({ ignored }) => ignored) },
    { value: sum(countRejected) },
  ];
  return <StatTiles labels={['Accepted', 'Late', 'Ignored', 'Rejected']} tiles={tiles} />;
}

function Reasons({ days }: { days: readonly KeyReportDay[] }) {
  const reasons = sumReasons(days);
  if (reasons.length === 0) return null;
  return (
    <Block as="section" above={6} below={6} aria-labelledby="reject-reasons">
      <h2 id="reject-reasons">Why items were rejected</h2>
      <Block as="ul" bullets above={2}>
        {reasons.map(({ reason, items }) => (
          <li key={reason}>
            <strong>{rejectWords[reason].label}</strong>
            <span>{` (${formatCount(items)}): ${rejectWords[reason].help}`}</span>
          </li>
        ))}
      </Block>
    </Block>
  );
}

const dayColumns = defineColumns<KeyReportDay>([
  {
    key: 'date',
    label: 'Day',
    width: '20%',
    cell: ({ date }) => (
      <Link to={paths.logs()} search={{ from: date, to: date }} aria-label={`Log of ${formatShortDay(date)}`}>
        {formatShortDay(date)}
      </Link>
    ),
  },
  { key: 'accepted', label: 'Accepted', width: '12%', align: 'end', text: ({ accepted }) => formatCount(accepted) },
  { key: 'late', label: 'Late', width: '10%', align: 'end', look: 'soft', text: ({ late }) => formatCount(late) },
  { key: 'ignored', label: 'Ignored', width: '10%', align: 'end', text: ({ ignored }) => formatCount(ignored) },
  {
    key: 'rejected',
    label: 'Rejected',
    width: '12%',
    align: 'end',
    text: (day) => formatCount(countRejected(day)),
  },
  {
    key: 'reasons',
    label: 'Reasons',
    isSpaced: true,
    cell: ({ rejected }) =>
      rejected.map(({ reason, items }) => `${rejectWords[reason].label} ${formatCount(items)}`).join(', '),
  },
]);

function KeyAlerts({ reports }: { reports: KeyReports }) {
  const { timeZone } = useCurrentUser();
  const { id, silentSince, failingSince, acceptedAt, revokedAt } = reports;
  const [hours, setHours] = useState(reports.silenceHours);
  const updateAlerts = useUpdateKeyAlerts(id);

  async function save(chosen: number | null) {
    setHours(chosen);
    try {
      await updateAlerts.mutateAsync({ params: { id }, body: { silenceHours: toChoice(chosen) } });
      showToast(
        chosen === null ? 'Silence alert turned off.' : `You are notified after ${describeSilence(chosen)} of silence.`,
      );
    } catch (error) {
      setHours(reports.silenceHours);
      showToast(toErrorWords(error), 'error');
    }
  }

  return (
    <Row gap={5} align="end" justify="between" wrap below={6}>
      <Stack gap={2}>
        {revokedAt !== null && <StatusBadge tone="grey" label="Revoked" />}
        {silentSince !== null && (
          <p>
            <StatusBadge tone="amber" label="Silent" />{' '}
            {acceptedAt !== null && (
              <span>{`Nothing was accepted since ${formatDateTime(acceptedAt, timeZone)}.`}</span>
            )}
          </p>
        )}
        {failingSince !== null && (
          <p>
            <StatusBadge tone="red" label="Failing" />
            <span>{` High rejection rate since ${formatDateTime(failingSince, timeZone)}.`}</span>
          </p>
        )}
        {silentSince === null && (
          <Text above={4} size="sm" tone="soft">
            {acceptedAt === null
              ? 'Nothing was accepted yet.'
              : `Last accepted ${formatDateTime(acceptedAt, timeZone)}.`}
          </Text>
        )}
      </Stack>
      {revokedAt === null && (
        <NativeSelect
          label="Alert me when nothing arrives for"
          description="By e-mail, to those who get maintenance notices. Once, and again when it is over."
          value={String(hours ?? '')}
          disabled={updateAlerts.isPending}
          data={[
            ...silenceHours.map((each) => ({ value: String(each), label: describeSilence(each) })),
            { value: '', label: 'Never' },
          ]}
          onChange={({ currentTarget: { value } }) => void save(value === '' ? null : Number(value))}
        />
      )}
    </Row>
  );
}

const toChoice = (hours: number | null) => silenceHours.find((each) => each === hours) ?? null;
