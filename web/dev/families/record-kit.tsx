import { TextInput } from '@mantine/core';
import { ActionDialog, ReasonField } from '../../records/action-dialog.tsx';
import { AuthenticatorKey } from '../../records/authenticator-key.tsx';
import { BackLink } from '../../records/back-link.tsx';
import { TurnEntry } from '../../records/conversations/conversation-turn.tsx';
import { DeleteRecords } from '../../records/delete-records.tsx';
import { DownloadMenu, toDownloadable } from '../../records/downloads/download-menu.tsx';
import { RowProgressBar } from '../../records/downloads/row-progress.tsx';
import { FilterControls } from '../../records/filter-controls.tsx';
import { LoadError } from '../../records/load-error.tsx';
import { NewRecordLink } from '../../records/new-record-link.tsx';
import { RecordFormPage } from '../../records/record-form-page.tsx';
import { WithheldNotice } from '../../records/withheld-notice.tsx';
import { Row, Stack } from '../../ui/layout/layout.tsx';
import type { Family } from '../samples.ts';
import { Held, Opened } from '../states.tsx';
import { longName, longText, rightToLeftName, unbrokenName } from '../texts.ts';

const noop = () => undefined;
const succeed = () => Promise.resolve();
const fail = () => Promise.reject(new Error('The network is down.'));

const turn = {
  date: '2026-11-27T14:05:00.000Z',
  model: 'assistant-large',
  durationMs: 4200,
  inputTokens: 1204,
  outputTokens: 86,
  tools: [
    { name: 'search_documents', durationMs: 310 },
    { name: unbrokenName, error: longText },
  ],
};

const filters = {
  unanswered: { kind: 'flag', label: 'Unanswered', hint: longText, toWords: () => [] },
  ratings: { kind: 'choices', label: 'Rating', values: { good: 'Good', long: longName }, toWords: () => [] },
} as const;

export const recordKit: Family = {
  title: 'Records',
  samples: [
    {
      title: 'Action dialog',
      render: () => ({
        'only asks': (
          <Opened label="Send again">
            {(close) => (
              <ActionDialog title="Send again" label="Send" done="Sent." run={succeed} onClose={close}>
                {longText}
              </ActionDialog>
            )}
          </Opened>
        ),
        'harmful, with a reason and a word': (
          <Opened label="Close the account">
            {(close) => (
              <ActionDialog
                title={`Close the account of ${longName}`}
                values={{ reason: '' }}
                label="Close it"
                word="DELETE"
                isHarmful
                run={succeed}
                onClose={close}
                renderFields={(form) => <ReasonField form={form} description="Recorded in the audit log." />}
              />
            )}
          </Opened>
        ),
        fails: (
          <Opened label="Try in vain">
            {(close) => <ActionDialog title="Try in vain" label="Try" run={fail} onClose={close} />}
          </Opened>
        ),
      }),
    },
    {
      title: 'Delete records',
      render: () => ({
        normal: (
          <Opened label="Delete two users">
            {(close) => (
              <DeleteRecords
                records={[longName, rightToLeftName]}
                opened
                onClose={close}
                getWhat={(count) => `${count} users`}
                getName={(name) => name}
                deleteAll={succeed}
                getDoneText={(count) => `${count} users were deleted.`}
              />
            )}
          </Opened>
        ),
      }),
    },
    {
      title: 'Load error',
      render: () => ({
        failed: <LoadError error={new Error('The network is down.')} onRetry={noop} isRetrying={false} />,
        retrying: <LoadError error={new Error('The network is down.')} onRetry={noop} isRetrying />,
      }),
    },
    {
      title: 'Record form page',
      render: () => ({
        loading: (
          <RecordFormPage title="Edit user" data={undefined} loadingLabel="Loading the user">
            {() => null}
          </RecordFormPage>
        ),
        loaded: (
          <RecordFormPage title={unbrokenName} eyebrow={<BackLink to="/">Users</BackLink>} data="" loadingLabel="">
            {() => <TextInput label="Name" defaultValue={unbrokenName} />}
          </RecordFormPage>
        ),
      }),
    },
    {
      title: 'Links of records',
      render: () => ({
        'back and new': (
          <Row gap={6} wrap>
            <BackLink to="/">{longName}</BackLink>
            <NewRecordLink to="/">Create user</NewRecordLink>
          </Row>
        ),
      }),
    },
    {
      title: 'Filter controls',
      render: () => ({
        normal: (
          <Held start={{ unanswered: true, ratings: ['long'] }}>
            {(state, change) => (
              <Row gap={4}>
                <FilterControls
                  filters={filters}
                  state={state as never}
                  change={(changed) => change({ ...state, ...(changed as object) })}
                />
              </Row>
            )}
          </Held>
        ),
      }),
    },
    {
      title: 'Downloads',
      render: () => ({
        menu: (
          <DownloadMenu
            label="Download conversations"
            isEmpty={false}
            choices={[toDownloadable('conversations', {})]}
          />
        ),
        'under way': (
          <Stack gap={4} align="start">
            <RowProgressBar label="Downloaded" rows={12_000} total={48_000} onCancel={noop} />
            <RowProgressBar label="Downloaded" rows={12_000} total={null} onCancel={noop} />
          </Stack>
        ),
      }),
    },
    { title: 'Withheld notice', render: () => ({ normal: <WithheldNotice>{longText}</WithheldNotice> }) },
    {
      title: 'Turn of a conversation',
      render: () => ({
        normal: <TurnEntry turn={turn} />,
        failed: <TurnEntry turn={{ ...turn, tools: [], errorType: 'RateLimit', error: longText }} />,
        bare: <TurnEntry turn={{ date: turn.date, tools: [] }} />,
      }),
    },
    {
      title: 'Authenticator key',
      render: () => ({
        normal: <AuthenticatorKey uri="otpauth://totp/portal?secret=ABCD" secret="ABCDEFGHIJKLMNOP" />,
      }),
    },
  ],
};
