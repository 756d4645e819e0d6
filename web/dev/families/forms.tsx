import { Button, TextInput } from '@mantine/core';
import { ConfirmDelete } from '../../ui/forms/confirm-delete.tsx';
import { DangerButton } from '../../ui/forms/danger-button.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { FieldGrid, FormSection } from '../../ui/forms/form-layout.tsx';
import { RecordForm, type RecordFormState } from '../../ui/forms/record-form.tsx';
import { SkeletonForm } from '../../ui/forms/skeleton-form.tsx';
import { StaleSaveNotice } from '../../ui/forms/stale-save-notice.tsx';
import { Block } from '../../ui/layout/layout.tsx';
import { RecoveryCodes } from '../../ui/recovery-codes.tsx';
import type { Family } from '../samples.ts';
import { Held, Opened } from '../states.tsx';
import { longName, longText, rightToLeftName, unbrokenName } from '../texts.ts';

const noop = () => undefined;

const resting: RecordFormState = {
  alert: null,
  staleFields: undefined,
  useTheirs: noop,
  keepMine: noop,
  guard: { isHeld: false, stay: noop, leave: noop },
  isSaving: false,
  submit: (event) => event?.preventDefault(),
};

const staleFields = [
  { label: 'Name', theirs: longName, yours: unbrokenName },
  { label: 'Phone', theirs: '', yours: '+49 30 123456' },
  { label: 'Department', theirs: rightToLeftName, yours: '' },
];

function Form({ isReadOnly = false, ...state }: Partial<RecordFormState> & { isReadOnly?: boolean }) {
  return (
    <RecordForm
      state={{ ...resting, ...state }}
      saveLabel="Save"
      onCancel={noop}
      isReadOnly={isReadOnly}
      aside={<DangerButton variant="subtle">Delete user</DangerButton>}
    >
      <FormSection title="Person" description="How others see this user.">
        <FieldGrid>
          <TextInput label="First name" defaultValue="Anna" />
          <TextInput label="Last name" defaultValue="Keller" error={state.alert && 'This name is taken.'} />
          <div data-wide>
            <TextInput label="A whole row" />
          </div>
        </FieldGrid>
      </FormSection>
    </RecordForm>
  );
}

export const forms: Family = {
  title: 'Forms',
  samples: [
    {
      title: 'Record form',
      render: () => ({
        normal: <Form />,
        saving: <Form isSaving />,
        failed: <Form alert="The user could not be saved." />,
        'read only': <Form isReadOnly />,
        'left with unsaved changes': (
          <Opened label="Leave the page">
            {(close) => <Form guard={{ isHeld: true, stay: close, leave: close }} />}
          </Opened>
        ),
      }),
    },
    {
      title: 'Form alert',
      render: () => ({
        short: <FormAlert>The user could not be saved.</FormAlert>,
        long: (
          <FormAlert>
            {longText}
            <p>{unbrokenName}</p>
          </FormAlert>
        ),
      }),
    },
    {
      title: 'Stale save notice',
      render: () => ({
        'long, empty and right-to-left values': (
          <StaleSaveNotice fields={staleFields} onUseTheirs={noop} onKeepMine={noop} />
        ),
      }),
    },
    { title: 'Skeleton form', render: () => ({ loading: <SkeletonForm label="Loading the form" fieldCount={3} /> }) },
    {
      title: 'Confirm delete',
      render: () => ({
        one: <Deletion what="user" names={['Anna Keller']} />,
        'many, long and right-to-left, with a note': (
          <Deletion
            what="7 users"
            names={[longName, unbrokenName, rightToLeftName, 'Anna Keller', 'Ben Okafor', 'Ben Okafor', 'Ben Okafor']}
            note="Their conversations stay."
          />
        ),
        'fails, and stays': <Deletion what="user" names={['Anna Keller']} isFailing />,
      }),
    },
    {
      title: 'Recovery codes',
      render: () => ({
        ten: <RecoveryCodes codes={Array.from({ length: 10 }, (_, index) => `${index}f3a-9c${index}e`)} />,
      }),
    },
  ],
};

interface DeletionProps {
  what: string;
  names: readonly string[];
  note?: string;
  isFailing?: boolean;
}

function Deletion({ isFailing = false, ...props }: DeletionProps) {
  const confirm = isFailing ? () => Promise.reject(new Error('Nothing was deleted.')) : () => Promise.resolve();
  return (
    <Held start={false}>
      {(isOpen, setOpen) => (
        <Block>
          <Button variant="default" data-opens onClick={() => setOpen(true)}>
            Delete
          </Button>
          <ConfirmDelete {...props} opened={isOpen} onClose={() => setOpen(false)} onConfirm={confirm} />
        </Block>
      )}
    </Held>
  );
}
