import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState, type ReactNode } from 'react';
import { describeReminderDays } from '#features/receivables/contract/dunning/reminder-levels.ts';
import type { ReminderSettings, ReminderSettingsForm } from '#features/receivables/contract/dunning/reminders.ts';
import { LoadError } from '#web/records/load-error.tsx';
import { SkeletonForm } from '#web/ui/forms/skeleton-form.tsx';
import { Block, Row, Text } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { NextRun } from './next-run.tsx';
import { RemindersForm } from './reminders-form.tsx';
import { toForm, toValues } from './reminder-values.ts';
import { reminderSettingsQuery } from './reminders.queries.ts';
import { StopsList } from './stops-list.tsx';

/** `/companies/reminders`, for the provider's SuperAdmins: e-mails about invoices that are due or overdue. */
export function RemindersPage() {
  const { data, error, isFetching, refetch } = useQuery(reminderSettingsQuery);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <PageHeader
        title="Payment reminders"
        purpose="E-mails about unpaid invoices before and after their due day, to those who get the invoices of a company."
      />
      <LoadError error={data ? undefined : error} isRetrying={isFetching} onRetry={() => void refetch()} />
      {!data && !error && <SkeletonForm fieldCount={4} label="Loading the payment reminders" />}
      {data && <Reminders key={data.version} settings={data} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />}
    </>
  );
}

interface RemindersProps {
  settings: ReminderSettings;
  /** Whether the form of the settings is unfolded. */
  isOpen: boolean;
  onToggle: () => void;
}

/** First what goes out next, then what is kept back; how reminders are sent is set seldom, and unfolds below. */
function Reminders({ settings, isOpen, onToggle }: RemindersProps) {
  const [previewed, setPreviewed] = useState<ReminderSettingsForm>(settings);
  const top = useRef<HTMLDivElement>(null);
  return (
    <>
      <div ref={top} tabIndex={-1}>
        <NextRun settings={previewed} isSaved={isSame(previewed, settings)} />
      </div>
      <StopsList />
      <FoldedSettings summary={describeSettings(settings)} isOpen={isOpen} onToggle={onToggle}>
        <RemindersForm
          settings={settings}
          onPreview={(form) => {
            setPreviewed(form);
            top.current?.focus();
          }}
        />
      </FoldedSettings>
    </>
  );
}

interface FoldedSettingsProps {
  summary: string;
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** The form stays while it is folded, with what was typed. */
function FoldedSettings({ summary, isOpen, onToggle, children }: FoldedSettingsProps) {
  const id = useId();
  return (
    <Block as="section" above={12} aria-labelledby="reminder-settings">
      <Row gap={6} rowGap={3} align="end" justify="between" wrap below={5}>
        <div>
          <h2 id="reminder-settings">Settings</h2>
          <Text above={2} size="sm" tone="soft">
            {summary}
          </Text>
        </div>
        <Button variant="default" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
          {isOpen ? 'Hide settings' : 'Change settings'}
        </Button>
      </Row>
      <div id={id} hidden={!isOpen}>
        {children}
      </div>
    </Block>
  );
}

/** Whether what is previewed is what is saved, also where the form has written it. */
const isSame = (previewed: ReminderSettingsForm, settings: ReminderSettings) =>
  previewed === settings || JSON.stringify(previewed) === JSON.stringify(toForm(toValues(settings), settings.version));

function describeSettings({ isEnabled, levels, suspensionAfterDays: days }: ReminderSettings): string {
  const sent = isEnabled ? 'Reminders are sent' : 'Reminders are turned off';
  const at = levels.map((level) => describeReminderDays(level.days)).join(', ');
  const proposed = days === null ? '' : ` A suspension is proposed after ${days} days.`;
  return `${sent}${levels.length === 0 ? '; there are no levels' : `: ${at}`}.${proposed}`;
}
