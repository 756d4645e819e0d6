import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { fitsSkill } from '#features/skills/contract/skill-states.ts';
import type { CompanySkill } from '#features/skills/contract/company-skills.ts';
import type { Skill } from '#features/skills/contract/skills.ts';
import { paths } from '#web/paths.ts';
import { useRecordForm } from '#web/records/use-record-form.ts';
import { SkeletonForm } from '#web/ui/forms/skeleton-form.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { FieldGrid, FormSection } from '#web/ui/forms/form-layout.tsx';
import { RecordForm } from '#web/ui/forms/record-form.tsx';
import { SwitchField } from '#web/ui/forms/switch-field.tsx';
import { backendsQuery, getCompanySkillQuery, useUpdateCompanySkill } from '../states/company-skills.queries.ts';
import { listConfigurationDifferences, toConfigurationValues } from '../states/configuration-values.ts';
import { SkillActivation } from '../states/skill-activation.tsx';
import { SkillHistory } from '../states/skill-history.tsx';
import { TransportFileField } from '../states/transport-file-field.tsx';
import { Stack, Text } from '#web/ui/layout/layout.tsx';

/** How the company uses the skill, and its states so far (section 2.5). */
export function SkillConfigurations({ skill }: { skill: Skill }) {
  const { data } = useQuery(getCompanySkillQuery(skill._id));
  if (!data) return <SkeletonForm fieldCount={6} label="Loading the configuration" />;
  return (
    <>
      {/* A skill that was uninstalled begins anew. */}
      <ConfigurationForm key={data.state === 'uninstalled' ? data.version : 0} skill={skill} configuration={data} />
      <SkillHistory history={data.history} />
    </>
  );
}

interface ConfigurationFormProps {
  skill: Skill;
  configuration: CompanySkill;
}

function ConfigurationForm({ skill, configuration }: ConfigurationFormProps) {
  const update = useUpdateCompanySkill();
  const { data: integrations } = useQuery(backendsQuery);
  const state = useRecordForm({
    record: configuration,
    toValues: toConfigurationValues,
    // The server names the fields that are wrong.
    validate: () => ({}),
    save: ({ reviewerEmail, integrationId, ...values }, { version }) =>
      update.mutateAsync({
        params: { _id: skill._id },
        body: { ...values, reviewerEmail: reviewerEmail.trim() || null, integrationId: integrationId || null, version },
      }),
    onSaved: () => showToast('The configuration has been saved.'),
    listDifferences: (theirs, mine) =>
      listConfigurationDifferences(theirs, mine, (id) => integrations?.find((each) => each.id === id)?.name ?? id),
  });
  const { form, adopt, base } = state;
  const { isApprovalFixed } = configuration;
  const isApproved = isApprovalFixed || form.values.approvalWorkflow;
  return (
    <RecordForm state={state} saveLabel="Save" onCancel={() => adopt(base)}>
      <FormSection title="Installation" description="Backend system and transport request for this skill.">
        <FieldGrid>
          <BackendField skill={skill} inputProps={form.getInputProps('integrationId')} />
          <TransportFileField skill={skill} configuration={configuration} />
          {configuration.transport !== null && (
            <div data-wide>
              <Checkbox
                label="I confirm that the transport request is installed"
                {...form.getInputProps('isTransportInstalled', { type: 'checkbox' })}
              />
            </div>
          )}
        </FieldGrid>
      </FormSection>
      <FormSection
        title="Activation"
        description="Make this skill available in the assistant. Changes here take effect immediately, without Save."
      >
        <SkillActivation skill={skill} configuration={configuration} />
      </FormSection>
      <FormSection title="Approval" description="Require approval before the skill can be activated.">
        <Stack gap={4} measure={28}>
          <SwitchField
            label="Approval workflow"
            checked={isApproved}
            disabled={isApprovalFixed}
            onChange={({ currentTarget }) => form.setFieldValue('approvalWorkflow', currentTarget.checked)}
          />
          {isApprovalFixed && (
            <Text size="sm" tone="soft">
              The creator of this skill requires approval.
            </Text>
          )}
          <TextInput
            label="Reviewer e-mail"
            inputMode="email"
            disabled={!isApproved}
            {...form.getInputProps('reviewerEmail')}
          />
          <Checkbox
            label="Notify user"
            description="The person who requested the skill is e-mailed when others change its state."
            disabled={!isApproved}
            {...form.getInputProps('notifyUser', { type: 'checkbox' })}
          />
          <Checkbox
            label="Notify approver"
            description="The reviewer is e-mailed when the state changes."
            disabled={!isApproved}
            {...form.getInputProps('notifyApprover', { type: 'checkbox' })}
          />
        </Stack>
      </FormSection>
    </RecordForm>
  );
}

/** The integrations of the company that fit the skill. */
function BackendField({ skill, inputProps }: { skill: Skill; inputProps: object }) {
  const { data: integrations } = useQuery(backendsQuery);
  const { serviceProvider = '', domainKnowledge = '' } = skill;
  const fitting = (integrations ?? []).filter((each) => fitsSkill({ serviceProvider, domainKnowledge }, each));
  const options = fitting.map(({ id, name, status }) => ({
    value: id,
    label: status ? name : `${name} (disabled)`,
  }));
  const hint: ReactNode = integrations && fitting.length === 0 && (
    <span>
      No integration of this kind yet. <Link to={paths.catalogue()}>Add one</Link>
    </span>
  );
  return (
    <NativeSelect
      label="Backend system"
      data={[{ value: '', label: 'Select a backend system' }, ...options]}
      description={hint || undefined}
      {...inputProps}
    />
  );
}
