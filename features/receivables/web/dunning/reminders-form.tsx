import { Button, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import {
  describeReminderDays,
  mostReminderLevels,
  reminderBodyMaxLength,
  reminderPlaceholders,
  reminderSubjectMaxLength,
} from '#features/receivables/contract/dunning/reminder-levels.ts';
import type { ReminderSettings, ReminderSettingsForm } from '#features/receivables/contract/dunning/reminders.ts';
import { useApiForm } from '#web/api/use-api-form.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { FormAlert } from '#web/ui/forms/form-alert.tsx';
import { FormSection } from '#web/ui/forms/form-layout.tsx';
import { SwitchField } from '#web/ui/forms/switch-field.tsx';
import { Block, Row, Stack, Text } from '#web/ui/layout/layout.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { newLevel, toForm, toNumber, toValues, type ReminderValues } from './reminder-values.ts';
import { useUpdateReminders } from './reminders.queries.ts';

interface RemindersFormProps {
  settings: ReminderSettings;
  onPreview: (form: ReminderSettingsForm) => void;
}

/** Levels, their words, and from when on a suspension is proposed. */
export function RemindersForm({ settings, onPreview }: RemindersFormProps) {
  const update = useUpdateReminders();
  const { form, formProps, alert, isBusy } = useApiForm<ReminderValues>({
    initialValues: toValues(settings),
    onSubmit: async (values) => {
      await update.mutateAsync({ body: toForm(values, settings.version) });
      showToast('Payment reminders have been saved.');
    },
  });
  const { levels } = form.values;
  return (
    <form {...formProps} aria-label="Payment reminders">
      <FormAlert>{alert}</FormAlert>
      <FormSection
        title="Sending"
        description="Each morning at 8:00 in your time zone, each level once for an invoice. Turned on after 8:00, it begins on the next day. Of levels that were missed only the latest is sent."
      >
        <SwitchField
          label="Send payment reminders"
          checked={form.values.isEnabled}
          onChange={({ currentTarget }) => form.setFieldValue('isEnabled', currentTarget.checked)}
        />
        {form.errors['isEnabled'] && (
          <Text size="sm" tone="red" above={2} role="alert">
            {form.errors['isEnabled']}
          </Text>
        )}
      </FormSection>
      <FormSection title="Levels" description="When a reminder is sent, and the words of its e-mail.">
        <Stack gap={8}>
          <Placeholders />
          {levels.map(({ key }, index) => (
            <Level key={key} form={form} index={index} />
          ))}
          {levels.length === 0 && <Text tone="soft">There are no levels.</Text>}
          {levels.length < mostReminderLevels && (
            <div>
              <Button variant="default" onClick={() => form.insertListItem('levels', newLevel())}>
                Add level
              </Button>
            </div>
          )}
        </Stack>
      </FormSection>
      <FormSection
        title="Suspension"
        description="A proposal above your list of companies. Nothing is suspended by itself."
      >
        <Block measure={20}>
          <TextInput
            label="Days after the due day"
            description="From then on a suspension is proposed, unless reminders are stopped."
            placeholder="Never"
            inputMode="numeric"
            maxLength={10}
            autoComplete="off"
            {...form.getInputProps('suspensionAfterDays')}
          />
        </Block>
      </FormSection>
      <Row gap={2} wrap above={6}>
        <Button type="submit" loading={isBusy}>
          Save changes
        </Button>
        <Button variant="default" onClick={() => onPreview(toForm(form.values, settings.version))}>
          Preview the next run
        </Button>
      </Row>
    </form>
  );
}

function Placeholders() {
  return (
    <Block size="sm" tone="soft">
      <p>These are replaced in subjects and texts:</p>
      <Block as="ul" above={2} bullets>
        {Object.entries(reminderPlaceholders).map(([name, words]) => (
          <li key={name}>
            <code translate="no">{`{${name}}`}</code>
            <span>{` – ${words}`}</span>
          </li>
        ))}
      </Block>
    </Block>
  );
}

function Level({ form, index }: { form: UseFormReturnType<ReminderValues>; index: number }) {
  const days = toNumber(form.values.levels[index]?.days ?? '');
  const name = Number.isInteger(days) ? describeReminderDays(days) : 'New level';
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return (
    <Stack as="fieldset" aria-label={title} gap={4} shrink>
      <Row justify="between" gap={4}>
        <Text as="h3" weight="medium">
          {title}
        </Text>
        <LinkButton aria-label={`Remove the level ${name}`} onClick={() => form.removeListItem('levels', index)}>
          Remove
        </LinkButton>
      </Row>
      <Block measure={20}>
        <TextInput
          label="Days after the due day"
          description="Below 0 for days before it, e.g. -3."
          maxLength={10}
          autoComplete="off"
          {...form.getInputProps(`levels.${index}.days`)}
        />
      </Block>
      <TextInput
        label="Subject"
        maxLength={reminderSubjectMaxLength}
        autoComplete="off"
        {...form.getInputProps(`levels.${index}.subject`)}
      />
      <Textarea
        label="Text"
        description="An empty line starts a new paragraph."
        rows={5}
        maxLength={reminderBodyMaxLength}
        {...form.getInputProps(`levels.${index}.body`)}
      />
    </Stack>
  );
}
