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
  return (
    <Block as="section" above={12} aria-labelledby="reported-skills">
      <h2 id="reported-skills">Skill mapping</h2>
      <Text measure={42} above={2} below={5} tone="soft">
        Match the names your assistants report to skills. Changes also apply to past conversations. Only the provider
        can change the skill of a name that has a price.
      </Text>
      {notice}
      <RecordTable
        caption="Skill mapping"
        columns={columns}
        rows={isReady ? rows : undefined}
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
    </Block>
  );
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
      <span>{skillName}</span>
      <Text as="span" size="sm" tone="faint">
        Priced
      </Text>
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
