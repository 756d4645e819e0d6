import { netWords } from '#features/billing/contract/vat-words.ts';
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { domains, skillAreas } from '#features/skills/contract/skill-values.ts';
import { PaidFeatureNotice } from '#web/records/paid-feature-notice.tsx';
import { FieldGrid, FormSection } from '#web/ui/forms/form-layout.tsx';
import { RecordForm } from '#web/ui/forms/record-form.tsx';
import { CommandList } from '../detail/command-list.tsx';
import { ScreenshotList } from '../screenshots/screenshot-list.tsx';
import { skillLabels } from './skill-form-values.ts';
import { serviceProviders } from '../skill-words.ts';
import type { SkillFormState } from './use-skill-form.ts';

interface SkillFormProps {
  state: SkillFormState;
  saveLabel: string;
  onCancel: () => void;
}

const toOptions = (list: readonly { key: string; label: string }[]) => [
  { value: '', label: 'Please choose' },
  ...list.map(({ key, label }) => ({ value: key, label })),
];

const providerOptions = toOptions(serviceProviders.map((name) => ({ key: name, label: name })));

/** The fields of a skill (section 3), for creating and for editing. */
export function SkillForm({ state, saveLabel, onCancel }: SkillFormProps) {
  const [isUploading, setUploading] = useState(false);
  return (
    <RecordForm state={state} saveLabel={saveLabel} onCancel={onCancel} isSaveDisabled={isUploading}>
      <PaidFeatureNotice>you can save this skill, but its assistant cannot run it.</PaidFeatureNotice>
      <SkillSections state={state} onUploading={setUploading} />
    </RecordForm>
  );
}

/** The path by which the form focuses the field. */
const toDataPath = (inputProps: object) => (inputProps as { 'data-path'?: string })['data-path'];

interface SkillSectionsProps {
  state: SkillFormState;
  onUploading: (isUploading: boolean) => void;
}

function SkillSections({ state, onUploading }: SkillSectionsProps) {
  const { form, canSetPrice, canSetLimit, getError } = state;
  const field = (name: keyof typeof skillLabels) => ({
    label: skillLabels[name],
    ...form.getInputProps(name),
    error: getError(name),
  });
  const list = (name: 'conversationInfo' | 'screenShots', pendingName: 'pendingCommand' | 'pendingScreenshot') => ({
    entries: form.values[name],
    error: getError(name),
    pathProps: { 'data-path': toDataPath(form.getInputProps(name)) },
    onChange: (change: (entries: string[]) => string[]) => form.setFieldValue(name, change),
    pending: form.values[pendingName],
    onPending: (text: string) => {
      form.setFieldValue(pendingName, text);
      form.clearFieldError(name);
    },
  });
  return (
    <>
      <FormSection title="Skill" description="Name and description (both are searchable).">
        <FieldGrid>
          <div data-wide>
            <TextInput {...field('name')} aria-required />
          </div>
          <div data-wide>
            <Textarea {...field('description')} rows={3} aria-required />
          </div>
        </FieldGrid>
      </FormSection>
      <FormSection title="Categories" description="Used by the store filters.">
        <FieldGrid>
          <NativeSelect {...field('area')} data={toOptions(skillAreas)} aria-required />
          <NativeSelect {...field('serviceProvider')} data={providerOptions} aria-required />
          <div data-wide>
            <NativeSelect {...field('domainKnowledge')} data={toOptions(domains)} aria-required />
          </div>
        </FieldGrid>
      </FormSection>
      <FormSection title="Conversation" description="How users start this skill, and what it returns.">
        <FieldGrid>
          <div data-wide>
            <Textarea {...field('skillResult')} rows={3} aria-required />
          </div>
          <div data-wide>
            <CommandList {...list('conversationInfo', 'pendingCommand')} />
          </div>
        </FieldGrid>
      </FormSection>
      <FormSection title="Screenshots" description="Optional images, by URL or upload.">
        <ScreenshotList {...list('screenShots', 'pendingScreenshot')} onUploading={onUploading} />
      </FormSection>
      <FormSection title="Approval and limit" description="The limit is the maximum monthly cost of this skill.">
        <FieldGrid>
          <div data-wide>
            <Checkbox
              label={skillLabels.workflowApproval}
              description="Companies must have this skill approved before they activate it."
              {...form.getInputProps('workflowApproval', { type: 'checkbox' })}
            />
          </div>
          <TextInput
            {...field('limit')}
            disabled={!canSetLimit}
            description="In euros. Leave empty for no limit."
            inputMode="decimal"
            leftSection="€"
          />
          {canSetPrice && (
            <TextInput
              {...field('price')}
              description={`In euros ${netWords}, e.g. 0.45. A new price applies from today.`}
              inputMode="decimal"
              leftSection="€"
            />
          )}
        </FieldGrid>
      </FormSection>
    </>
  );
}
