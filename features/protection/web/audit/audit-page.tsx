import { Button, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { auditEntities } from '#features/protection/contract/audit-filters.ts';
import { describeZones } from '#contract/calendar/zone-names.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { useSearchInUrl } from '#web/records/use-search-in-url.ts';
import { DownloadMenu, type Downloadable } from '#web/records/downloads/download-menu.tsx';
import { DayField } from '#web/ui/forms/day-field.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { EmptyState } from '#web/ui/records/empty-state.tsx';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { RecordFilter, RecordToolbar } from '#web/ui/records/record-toolbar.tsx';
import { auditColumns } from './audit-columns.tsx';
import { Block, Row, Text } from '#web/ui/layout/layout.tsx';
import { AuditChainPanel } from './audit-chain-panel.tsx';
import { getAuditQuery, parseAuditAddress, useAuditChanged, type AuditAddress } from './audit.queries.ts';

const entityOptions = [
  { value: '', label: 'All types' },
  ...Object.entries(auditEntities).map(([value, label]) => ({ value, label })),
];

const dayFilters = [
  { name: 'from', label: 'From day' },
  { name: 'to', label: 'To day' },
] as const;

/** A longer pause than of other lists, because the server searches. */
const searchDelayMs = 300;

/** `/settings/audit`: every change in the company, for its SuperAdmins. */
export function AuditPage() {
  const { companyName, timeZone } = useCurrentUser();
  const { filter, settled, setText, change } = useSearchInUrl({ parse: parseAuditAddress, delayMs: searchDelayMs });
  const log = useInfiniteQuery(getAuditQuery(settled));
  const entries = log.data?.pages.flatMap((page) => page.entries);
  const isFiltered = Object.values(settled).some((value) => value !== undefined);
  return (
    <>
      <PageHeader
        title="Audit log"
        isDense
        actions={<AuditDownload filter={settled} isEmpty={entries?.length === 0 && !log.isPlaceholderData} />}
        purpose={`All changes and sign-ins in ${companyName}. Times are in ${describeZones(timeZone)}.`}
      />
      <AuditChainPanel timeZone={timeZone} />
      <RecordToolbar
        search={filter.search}
        onSearch={setText}
        searchLabel="Search by author, record, action or value"
        filters={
          <>
            <RecordFilter
              label="Record type"
              options={entityOptions}
              value={filter.entity}
              onChange={(entity) => change({ entity })}
            />
            {dayFilters.map(({ name, label }) => (
              <Block key={name} breadth={10} fixed>
                <DayField
                  aria-label={label}
                  placeholder={label}
                  value={filter[name]}
                  onChange={(day) => change({ [name]: day })}
                />
              </Block>
            ))}
            <ActorFilter key={filter.actor ?? ''} actor={filter.actor} onChange={(actor) => change({ actor })} />
          </>
        }
      />
      {filter.entityId !== undefined && (
        <Text below={3} size="sm" tone="soft">
          Only the entries of one record.{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => change({ entityId: undefined })}>
            Show all records
          </Button>
        </Text>
      )}
      <Block aria-busy={log.isPlaceholderData || undefined} stale={log.isPlaceholderData}>
        <RecordTable
          caption="Changes, newest first"
          columns={auditColumns}
          rows={entries}
          getKey={({ id }) => id}
          context={{ timeZone, search: settled.search ?? '' }}
          loadingLabel="Loading the audit log"
          empty={
            <EmptyState
              drawing={isFiltered ? 'search' : 'clock'}
              text={isFiltered ? 'No changes matching the current search.' : 'No changes yet.'}
            />
          }
          isBaselined
          isDense
        />
        {entries && entries.length > 0 && (
          <Row pad={[6, 0]} align="stretch" justify="center" size="sm" tone="faint">
            {log.hasNextPage ? (
              <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
                Load older
              </Button>
            ) : (
              <p>End of log</p>
            )}
          </Row>
        )}
      </Block>
    </>
  );
}

/** The export is an entry of the log. */
function AuditDownload({ filter, isEmpty }: { filter: AuditAddress; isEmpty: boolean }) {
  const onDone = useAuditChanged();
  const choice: Downloadable = {
    endpoint: ['audit', 'export'],
    toInput: (format) => ({ query: { ...filter, format } }),
    toFileForm: (format) => ({ kind: 'audit', filter: { ...filter }, format }),
  };
  return <DownloadMenu label="Download the audit log" isEmpty={isEmpty} choices={[choice]} onDone={onDone} />;
}

interface ActorFilterProps {
  actor: string | undefined;
  onChange: (actor: string) => void;
}

/** Applies on Enter and on leaving the field, because the server searches. */
function ActorFilter({ actor = '', onChange }: ActorFilterProps) {
  const [text, setText] = useState(actor);
  const apply = () => text.trim() !== actor && onChange(text.trim());
  return (
    <Block breadth={11}>
      <TextInput
        aria-label="Author"
        placeholder="Author"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={apply}
        onKeyDown={(event) => event.key === 'Enter' && apply()}
        spellCheck={false}
      />
    </Block>
  );
}
