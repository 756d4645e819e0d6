import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import type { ReportedSkill } from '#features/people/contract/reported-names.ts';
import type { SkillOption } from '#features/skills/contract/skills.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { focusHeading } from '#web/lib/focus-heading.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { useOnlyInUrl } from '#web/records/use-only-in-url.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { LockIcon } from '#web/ui/drawings/icons.tsx';
import { defineColumns } from '#web/ui/records/columns.ts';
import { EmptyState } from '#web/ui/records/empty-state.tsx';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { Block, Row, Text } from '#web/ui/layout/layout.tsx';
import { reportedSkillsQuery, skillOptionsQuery, useMapReportedSkill } from './reported-names.queries.ts';

const columns = defineColumns<ReportedSkill, { skills: readonly SkillOption[] }>([
  { key: 'name', label: 'Reported name', overflow: 'anywhere', look: 'strong', text: ({ name }) => name },
  {
    key: 'conversations',
    label: 'Conversations',
    width: '16%',
    align: 'end',
    text: ({ conversations }) => formatCount(conversations),
  },
  {
    key: 'skill',
    label: 'Skill',
    width: '50%',
    isSpaced: true,
    cell: (reported, { skills }) =>
      reported.canMap ? <SkillMapping reported={reported} skills={skills} /> : <PricedSkill reported={reported} />,
  },
]);

const narrowings = {
  unmapped: {
    one: 'name without a skill',
    many: 'names without a skill',
    matches: ({ skillId }: ReportedSkill) => skillId === null,
  },
};

/** The skills that assistants report, each with the skill of the store that it is mapped to. */
export function ReportedSkills() {
  const { data: reported } = useQuery(reportedSkillsQuery);
  const { data: options } = useQuery({ ...skillOptionsQuery, enabled: reported !== undefined && reported.length > 0 });
  const skills = options?.filter(({ isMapped }) => isMapped);
  const isReady = reported?.length === 0 || skills !== undefined;
  const { rows, isNarrowed, notice } = useOnlyInUrl(reported, narrowings);
  const open = useUnmappedFirst(rows?.filter(({ canMap }) => canMap));
  const locked = rows?.filter(({ canMap }) => !canMap) ?? [];
  return (
    <Block as="section" above={12} aria-labelledby="reported-skills">
      <h2 id="reported-skills">Skill mapping</h2>
      <Text measure={42} above={2} below={5} tone="soft">
        Match the names your assistants report to skills. Changes also apply to past conversations. Names of priced
        skills can only be changed by the provider.
      </Text>
      {notice}
      {(locked.length === 0 || open?.length !== 0) && (
        <RecordTable
          caption="Skill mapping"
          columns={columns}
          rows={isReady ? open : undefined}
          getKey={({ id }) => id}
          context={{ skills: skills ?? [] }}
          loadingLabel="Loading skills"
          skeletonRowCount={3}
          empty={
            <EmptyState
              drawing="search"
              text={isNarrowed ? 'Every reported name has a skill.' : 'No skills have been reported yet.'}
            />
          }
        />
      )}
      <LockedNames locked={locked} isOpen={open?.length === 0} />
    </Block>
  );
}

/** The names with a price, which only the provider maps; folded below the others. */
function LockedNames({ locked, isOpen }: { locked: readonly ReportedSkill[]; isOpen: boolean }) {
  if (locked.length === 0) return null;
  return (
    <Block as="details" above={4} open={isOpen}>
      <summary>{`Priced, mapped by the provider (${formatCount(locked.length)})`}</summary>
      <RecordTable
        caption="Names of priced skills"
        columns={columns}
        rows={locked}
        getKey={({ id }) => id}
        context={{ skills: [] }}
        loadingLabel="Loading skills"
        empty={null}
      />
    </Block>
  );
}

/** The names without a skill first, as the page was opened: a row does not move because it was saved. */
function useUnmappedFirst(reported: ReportedSkill[] | undefined): ReportedSkill[] | undefined {
  const [first, setFirst] = useState<ReadonlySet<string>>();
  if (first === undefined && reported)
    setFirst(new Set(reported.flatMap(({ id, skillId }) => (skillId === null ? id : []))));
  const place = ({ id }: ReportedSkill) => (first?.has(id) ? 0 : 1);
  return reported?.toSorted((one, other) => place(one) - place(other));
}

interface SkillMappingProps {
  reported: ReportedSkill;
  skills: readonly SkillOption[];
}

/** A button saves the choice, because the arrow keys pass through options that would each apply to past conversations. */
function SkillMapping({ reported, skills }: SkillMappingProps) {
  const { id, name, skillId, isPriced } = reported;
  const [chosen, setChosen] = useState<string>();
  const mapReportedSkill = useMapReportedSkill();
  const value = chosen ?? skillId ?? '';
  const isChanged = value !== (skillId ?? '');

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isChanged || mapReportedSkill.isPending) return;
    const select = event.currentTarget.querySelector('select');
    try {
      const { skillName } = await mapReportedSkill.mutateAsync({ params: { id }, body: { skillId: value || null } });
      setChosen(undefined);
      if (select?.isConnected) select.focus();
      else focusHeading();
      showToast(skillName === null ? `${name} is no longer mapped.` : `${name} is now mapped to ${skillName}.`);
    } catch (error) {
      showToast(toErrorWords(error), 'error');
    }
  }

  return (
    <Row as="form" gap={2} align="stretch" onSubmit={(event) => void save(event)}>
      <Block grow measure={20}>
        <NativeSelect
          aria-label={`Skill for ${name}`}
          data={listChoices(reported, skills)}
          value={value}
          {...(isPriced && { description: 'Priced. Another skill changes what the company pays.' })}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      </Block>
      {isChanged && (
        <Button type="submit" loading={mapReportedSkill.isPending} aria-label={`Save skill for ${name}`}>
          Save
        </Button>
      )}
    </Row>
  );
}

/** The skill of a name with a price, which only the provider can change. */
function PricedSkill({ reported: { skillName } }: { reported: ReportedSkill }) {
  return (
    <Row gap={2} wrap>
      <Text as="span" tone="faint">
        <LockIcon size={16} />
      </Text>
      <span>{skillName}</span>
    </Row>
  );
}

/** A deleted skill stays among the options while a name is mapped to it. */
function listChoices({ skillId, skillName }: ReportedSkill, skills: readonly SkillOption[]) {
  const isGone = skillId !== null && !skills.some(({ id }) => id === skillId);
  return [
    { value: '', label: 'Not mapped' },
    ...skills.map(({ id, name }) => ({ value: id, label: name })),
    ...(isGone ? [{ value: skillId, label: `${skillName ?? 'A skill'} (deleted)` }] : []),
  ];
}
