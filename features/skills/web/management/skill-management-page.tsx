import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { formatMonth } from '#contract/calendar/formats.ts';
import { can } from '#contract/capabilities.ts';
import { getDay } from '#contract/calendar/zones.ts';
import { netWords } from '#features/billing/contract/vat-words.ts';
import { matchesChoices } from '#features/skills/contract/skill-filters.ts';
import { skillsPerStep, type SkillCommand } from '#features/skills/contract/skill-states.ts';
import type { Skill } from '#features/skills/contract/skills.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { settings } from '#web/lib/settings.ts';
import { paths } from '#web/paths.ts';
import { DownloadMenu, listChoices } from '#web/records/downloads/download-menu.tsx';
import { LoadError } from '#web/records/load-error.tsx';
import { NewRecordLink } from '#web/records/new-record-link.tsx';
import { PaidFeatureNotice } from '#web/records/paid-feature-notice.tsx';
import { useRecordList } from '#web/records/use-record-list.ts';
import { Text } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { EmptyState } from '#web/ui/records/empty-state.tsx';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { RecordFilter, RecordToolbar } from '#web/ui/records/record-toolbar.tsx';
import { useSelection } from '#web/ui/records/use-selection.ts';
import { useSkillsSelection } from '../steps/skills-selection.tsx';
import { useSkillCommands } from '../states/use-skill-commands.tsx';
import { useRememberListed } from '../listed-skills.ts';
import { useSkillsNavigation } from '../use-skills-navigation.ts';
import { skillSelects } from '../store/skill-filters.tsx';
import { useManagedSkills, type ManagedSkill } from './managed-skills.ts';
import { parseSkillsAddress, skillColumns } from './skill-columns.tsx';

const getAddress = ({ _id }: ManagedSkill) => paths.skill(_id);

/** `/skills/management` (section 2.5). */
export function SkillManagementPage() {
  const user = useCurrentUser();
  const seesBilling = can(user, 'billing.read');
  const { skills, month, loading } = useManagedSkills();
  const { run, dialog } = useSkillCommands();
  // oxlint-disable-next-line react/exhaustive-deps -- what `run` calls is stable, and other rows would lose the open menu
  const onCommand = useCallback((skill: Skill, command: SkillCommand) => run(skill, command), []);
  const { records, found, filter, change, clear, hasToolbar, toolbar, count, table } = useRecordList({
    records: skills,
    columns: skillColumns,
    parse: parseSkillsAddress,
    matches: matchesChoices,
    usualSort: 'name',
    one: 'skill',
    many: 'skills',
  });
  const { selection, selectedRecords, ...controls } = useSelection({
    records,
    found,
    name: 'skills',
    headLabel: 'Select all skills of the list',
    getLabel: ({ name }) => `Select ${name}`,
  });
  const { bar, dialogs } = useSkillsSelection(selectedRecords, controls);
  const { search, provider, area, domainKnowledge } = filter;
  const downloads = listChoices({
    kind: 'skills',
    listed: { search: search || undefined, provider, area, domainKnowledge },
    selected: { skills: selectedRecords.map(({ _id }) => _id) },
    most: skillsPerStep,
  });
  useRememberListed(table.rows);
  const { openSkill } = useSkillsNavigation();
  const link = useMemo(() => ({ getAddress, open: ({ _id }: ManagedSkill) => void openSkill(_id, '') }), [openSkill]);
  const context = useMemo(() => ({ month, seesBilling, onCommand }), [month, seesBilling, onCommand]);
  return (
    <>
      <PageHeader
        title="Skills management"
        purpose={`View, configure or create skills. Skills by ${settings.brand.provider} update automatically.`}
        actions={
          <>
            <DownloadMenu label="Download skills" isEmpty={found?.length === 0} choices={downloads} />
            <NewRecordLink to={paths.newSkill()}>Create new Skill</NewRecordLink>
          </>
        }
      />
      <PaidFeatureNotice>you cannot request or activate skills.</PaidFeatureNotice>
      <LoadError {...loading} />
      {hasToolbar && (
        <RecordToolbar
          {...toolbar}
          count={count}
          isSticky
          filters={skillSelects.map(({ name, label, data }) => (
            <RecordFilter
              key={name}
              label={label}
              options={data}
              value={filter[name]}
              onChange={(value) => change({ [name]: value })}
            />
          ))}
        >
          {bar}
        </RecordToolbar>
      )}
      {hasToolbar && (
        <Text size="sm" tone="faint" below={3} tall={1.25}>
          {month && describeMonth(month.from, user.timeZone, seesBilling)}
        </Text>
      )}
      <RecordTable
        {...table}
        caption="Skills"
        context={context}
        getKey={({ _id }) => _id}
        skeletonRowCount={6}
        empty={records?.length === 0 ? <NoSkills /> : <NoneFound onClear={clear} />}
        link={link}
        selection={selection}
        rowHeightPx={84}
        isDense
      />
      {dialog}
      {dialogs}
    </>
  );
}

/** `November 2026 so far. Amounts excl. VAT.` */
const describeMonth = (start: string, zone: string, seesBilling: boolean): string =>
  `${formatMonth(getDay(Date.parse(start), zone))} so far.${seesBilling ? ` Amounts are ${netWords}.` : ''}`;

const NoSkills = () => (
  <EmptyState drawing="search" text="No skills to display.">
    <Link to={paths.newSkill()}>Create a skill</Link>
  </EmptyState>
);

const NoneFound = ({ onClear }: { onClear: () => void }) => (
  <EmptyState drawing="search" text="No skills matching the current search.">
    <Button variant="default" onClick={onClear}>
      Clear search and filters
    </Button>
  </EmptyState>
);
