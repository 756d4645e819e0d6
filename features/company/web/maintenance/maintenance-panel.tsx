import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '#contract/calendar/formats.ts';
import type { Maintenance } from '#features/company/contract/maintenance.ts';
import { queries } from '#web/api/queries.ts';
import { useCall } from '#web/api/use-call.ts';
import { ActionDialog } from '#web/records/action-dialog.tsx';
import { LoadError } from '#web/records/load-error.tsx';
import { ChartPanel } from '#web/ui/charts/chart-panel.tsx';
import { SkeletonLine } from '#web/ui/feedback/skeleton-line.tsx';
import { Row, Stack, Text } from '#web/ui/layout/layout.tsx';

const loadSchema = () =>
  import('#features/company/contract/maintenance.ts').then(({ MaintenanceForm }) => MaintenanceForm);

/** Choice of the time that is announced already. */
const kept = 'kept';

/** Minutes; empty where it is not known. */
const durations = [
  { value: '', label: 'Not known' },
  { value: '15', label: '15 minutes' },
  { value: '30', label: '30 minutes' },
  { value: '60', label: '1 hour' },
  { value: '120', label: '2 hours' },
  { value: '240', label: '4 hours' },
  { value: '480', label: '8 hours' },
  { value: '1440', label: '1 day' },
];

type OpenDialog = 'enable' | 'disable' | undefined;

/** Whether the installation can be changed, and the steps to deny and to allow changes. */
export function MaintenancePanel({ zone }: { zone: string }) {
  const { data, error, refetch, isFetching } = useQuery(queries.maintenance.get.queryOptions());
  const [dialog, setDialog] = useState<OpenDialog>(undefined);
  const close = () => setDialog(undefined);
  const present = data?.maintenance;
  return (
    <ChartPanel
      title="Maintenance"
      note="All portals deny changes and reports of assistants, which keep them and send them again; you can still read and sign in, and jobs wait."
      action={
        data && (
          <Row gap={3}>
            <Button variant="default" size="compact-sm" onClick={() => setDialog('enable')}>
              {present ? 'Change the announcement' : 'Begin maintenance'}
            </Button>
            {present && (
              <Button size="compact-sm" onClick={() => setDialog('disable')}>
                End maintenance
              </Button>
            )}
          </Row>
        )
      }
    >
      <LoadError error={data ? undefined : error} isRetrying={isFetching} onRetry={() => void refetch()} />
      {data ? (
        <Text size="sm" tone="soft" breaks="anywhere">
          {present ? describeState(present, zone) : 'Off: changes are allowed.'}
        </Text>
      ) : (
        !error && <SkeletonLine width="16rem" />
      )}
      {dialog === 'enable' && <EnableDialog present={present ?? undefined} zone={zone} onClose={close} />}
      {dialog === 'disable' && <DisableDialog onClose={close} />}
    </ChartPanel>
  );
}

function describeState({ since, until, message }: Maintenance, zone: string): string {
  const end = until === null ? 'without a time of its end' : `announced until ${formatDateTime(until, zone)}`;
  return `On since ${formatDateTime(since, zone)}, ${end}.${message === null ? '' : ` Users read: ${message}`}`;
}

interface EnableValues extends Record<string, unknown> {
  message: string;
  /** Undefined keeps the announced time. */
  minutes: number | null | undefined;
}

function fromChoice(value: string): EnableValues['minutes'] {
  if (value === kept) return undefined;
  return value === '' ? null : Number(value);
}

/** The choice that the dialog begins with: one that is on keeps what is announced. */
function toMinutes(present: Maintenance | undefined): EnableValues['minutes'] {
  if (!present) return 30;
  return present.until === null ? null : undefined;
}

interface EnableDialogProps {
  present: Maintenance | undefined;
  zone: string;
  onClose: () => void;
}

function EnableDialog({ present, zone, onClose }: EnableDialogProps) {
  const enable = useCall(queries.maintenance.enable, { changes: [queries.maintenance] });
  const announced = present?.until;
  const choices = announced ? [{ value: kept, label: `Until ${formatDateTime(announced, zone)}, as announced` }] : [];
  return (
    <ActionDialog<EnableValues>
      title={present ? 'Change the announcement' : 'Begin maintenance'}
      values={{ message: present?.message ?? '', minutes: toMinutes(present) }}
      loadSchema={loadSchema}
      run={(body) => enable.mutateAsync({ body })}
      done={present ? 'The announcement has been changed.' : 'Maintenance has begun: changes are denied.'}
      label={present ? 'Change' : 'Begin maintenance'}
      isHarmful={!present}
      onClose={onClose}
      renderFields={(form) => (
        <Stack gap={4}>
          <NativeSelect
            data-autofocus
            label="It takes, from now on"
            description="It does not end by itself."
            data={[...choices, ...durations]}
            {...form.getInputProps('minutes')}
            value={form.values.minutes === undefined ? kept : String(form.values.minutes ?? '')}
            onChange={({ currentTarget: { value } }) => form.setFieldValue('minutes', fromChoice(value))}
          />
          <Textarea
            label="Words for all users"
            description="Shown on every page, also before the sign-in."
            rows={3}
            maxLength={300}
            {...form.getInputProps('message')}
          />
        </Stack>
      )}
    >
      {!present && (
        <Text below={5} tone="soft">
          No company can save a change until you end it. Nothing that assistants report is lost: they are asked to send
          it again.
        </Text>
      )}
    </ActionDialog>
  );
}

function DisableDialog({ onClose }: { onClose: () => void }) {
  const disable = useCall(queries.maintenance.disable, { changes: [queries.maintenance] });
  return (
    <ActionDialog
      title="End maintenance"
      run={() => disable.mutateAsync({})}
      done="Maintenance is over: changes are allowed."
      label="End maintenance"
      onClose={onClose}
    >
      <Text tone="soft">All companies can save changes again, and the jobs that waited are done.</Text>
    </ActionDialog>
  );
}
