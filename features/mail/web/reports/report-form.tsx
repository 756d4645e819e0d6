import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { can } from '#contract/capabilities.ts';
import { describeZones } from '#contract/calendar/zone-names.ts';
import type { MailReportForm } from '#features/mail/contract/mail-reports.ts';
import { reportParts } from '#features/mail/contract/report-values.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { ContactSelect } from '#web/records/contact-select/contact-select.tsx';
import { useRecordForm } from '#web/records/use-record-form.ts';
import { FieldGrid, FormSection } from '#web/ui/forms/form-layout.tsx';
import { RecordForm } from '#web/ui/forms/record-form.tsx';
import { useReportsNavigation } from './report-columns.tsx';
import {
  listReportDifferences,
  reportLabels,
  toReportForm,
  toReportValues,
  type ReportFormValues,
  type ReportRecord,
} from './report-form-values.ts';
import { ReportPreviewDialog } from './report-preview-dialog.tsx';
import { dayOptions, hourOptions, partLabels, periodLabels } from './report-words.ts';
import { Stack } from '#web/ui/layout/layout.tsx';

interface ReportFormOptions {
  record: ReportRecord;
  /** `version` is the one the form stands on. */
  save: (body: MailReportForm, version: number | undefined) => Promise<ReportRecord>;
}

export function useReportForm({ record, save }: ReportFormOptions) {
  const { goToList } = useReportsNavigation();
  return useRecordForm<ReportFormValues, ReportRecord>({
    record,
    toValues: toReportValues,
    validate: ({ userId, parts }) => ({
      ...(userId === '' && { userId: 'Choose a user of the company.' }),
      ...(parts.length === 0 && { parts: 'Choose at least one.' }),
    }),
    save: (values, base) => save(toReportForm(values), base.version),
    onSaved: ({ id }) => void goToList(id === undefined ? {} : { changedRecord: id }),
    listDifferences: listReportDifferences,
  });
}

interface ReportFormProps {
  state: ReturnType<typeof useReportForm>;
  saveLabel: string;
  aside?: ReactNode;
}

/** The fields of a report, for creating and for editing, and its preview. */
export function ReportForm({ state, saveLabel, aside }: ReportFormProps) {
  const { form } = state;
  const { goBack } = useReportsNavigation();
  const [previewed, setPreviewed] = useState<MailReportForm>();
  return (
    <>
      <RecordForm
        state={state}
        saveLabel={saveLabel}
        onCancel={goBack}
        aside={
          <>
            <Button
              variant="default"
              onClick={() => {
                if (!form.validate().hasErrors) setPreviewed(toReportForm(form.values));
              }}
            >
              Preview
            </Button>
            {aside}
          </>
        }
      >
        <ScheduleFields form={form} />
        <ContentFields form={form} />
      </RecordForm>
      {previewed && <ReportPreviewDialog form={previewed} onClose={() => setPreviewed(undefined)} />}
    </>
  );
}

type Form = ReturnType<typeof useReportForm>['form'];

function ScheduleFields({ form }: { form: Form }) {
  const user = useCurrentUser();
  const field = (name: keyof ReportFormValues) => ({ label: reportLabels[name], ...form.getInputProps(name) });
  return (
    <FormSection title="Report" description={`Days and times are in ${describeZones(user.timeZone)}.`}>
      <FieldGrid>
        <div data-wide>
          <TextInput {...field('name')} description="Used in the e-mail subject." autoComplete="off" aria-required />
        </div>
        {can(user, 'notifications.manage') && (
          <ContactSelect
            label={reportLabels.userId}
            isRequired
            description="Recipient. The report contains only what this person may see."
            value={form.values.email}
            onChange={(email, chosen) => {
              form.setFieldValue('email', email);
              form.setFieldValue('userId', chosen?.id ?? '');
            }}
            error={form.errors['userId']}
            data-path="userId"
          />
        )}
        <NativeSelect {...field('day')} data={dayOptions} />
        <NativeSelect {...field('hour')} data={hourOptions} />
        <div data-wide>
          <Checkbox
            {...form.getInputProps('isEnabled', { type: 'checkbox' })}
            label={reportLabels.isEnabled}
            description="The link in each e-mail turns this off."
          />
        </div>
      </FieldGrid>
    </FormSection>
  );
}

const periodOptions = (['week', 'month'] as const).map((period) => ({ value: period, label: periodLabels[period] }));

function ContentFields({ form }: { form: Form }) {
  const user = useCurrentUser();
  const isForOthers = can(user, 'notifications.manage');
  const seesCost = isForOthers || can(user, 'billing.read');
  const isTechnical = can(user, 'analytics.include-technical-users');
  const parts = reportParts.filter((part) => part !== 'cost' || seesCost);
  return (
    <FormSection
      title="Contents"
      description="Compared with the period before. What the person may not see in the portal is left out."
    >
      <Stack gap={5}>
        <NativeSelect label={reportLabels.period} {...form.getInputProps('period')} data={periodOptions} />
        <Checkbox.Group label={reportLabels.parts} {...form.getInputProps('parts')}>
          <Stack gap={5} pad={[2, 0, 0]}>
            {parts.map((part) => (
              <Checkbox key={part} value={part} label={partLabels[part]} />
            ))}
          </Stack>
        </Checkbox.Group>
        {seesCost && (
          <Checkbox
            {...form.getInputProps('attachesUsage', { type: 'checkbox' })}
            label={reportLabels.attachesUsage}
            description="Requests and cost by skill."
          />
        )}
        {(isTechnical || form.values.technicalUsers) && (
          <Checkbox
            {...form.getInputProps('technicalUsers', { type: 'checkbox' })}
            label={reportLabels.technicalUsers}
          />
        )}
      </Stack>
    </FormSection>
  );
}
