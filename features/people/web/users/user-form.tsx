import { MultiSelect, TextInput } from '@mantine/core';
import { schemaResolver } from '@mantine/form';
import type { ReactNode } from 'react';
import type { Role } from '#contract/capabilities.ts';
import { optionalUserFields, toOptionalTexts, userLabels } from '#features/people/contract/user-fields.ts';
import { UserForm as UserSchema, type User } from '#features/people/contract/users.ts';
import { listDifferences } from '#web/records/list-differences.ts';
import { useRecordForm } from '#web/records/use-record-form.ts';
import { FieldGrid, FormSection } from '#web/ui/forms/form-layout.tsx';
import { RecordForm } from '#web/ui/forms/record-form.tsx';
import { RoleSummary } from './role-summary.tsx';
import { useUsersNavigation } from './user-columns.tsx';

/** Values of the fields. `Required` makes a field that is optional in the contract a field of the form too. */
type UserValues = Required<UserSchema>;

/** A user as the API gives it, or the one still to be created. */
type UserRecord = Pick<User, keyof UserSchema | 'version'> & { id?: string };

export const newUser: UserValues = {
  firstName: '',
  lastName: '',
  email: '',
  company: '',
  ...toOptionalTexts({}),
  roles: ['User'],
};

function toUserValues(user: UserRecord): UserValues {
  const { firstName, lastName, email, company = '', roles = [] } = user;
  return { firstName, lastName, email, company, ...toOptionalTexts(user), roles };
}

/** The contract's rules. Roles that the user holds already may stay, even those that can not be granted. */
function getUserSchema(grantable: readonly Role[], held: readonly Role[]) {
  return UserSchema.refine((form) => form.roles.every((role) => grantable.includes(role) || held.includes(role)), {
    path: ['roles'],
    error: 'You cannot grant this role.',
  });
}

interface UserFormOptions {
  record: UserRecord;
  /** The roles that the signed-in user may grant. */
  grantable: readonly Role[];
  /** The list names a new user. */
  isNew?: boolean;
  /** `version` is the one the form stands on. */
  save: (values: UserValues, version: number | undefined) => Promise<UserRecord>;
}

/** The state of the user form. A save leads back to the list. */
export function useUserForm({ record, grantable, isNew = false, save }: UserFormOptions) {
  const { goToList } = useUsersNavigation();
  const state = useRecordForm({
    record,
    toValues: toUserValues,
    validate: (values, base) => schemaResolver(getUserSchema(grantable, base.roles ?? []), { sync: true })(values),
    save: (values, base) => save(values, base.version),
    onSaved: ({ id, firstName, lastName }) =>
      void goToList({
        ...(id !== undefined && { changedRecord: id }),
        ...(id !== undefined && isNew && { createdUser: { id, name: `${firstName} ${lastName}` } }),
      }),
    listDifferences: (newer, mine) => listDifferences({ labels: userLabels, theirs: toUserValues(newer), mine }),
  });
  return { ...state, grantable };
}

interface UserFormProps {
  state: ReturnType<typeof useUserForm>;
  saveLabel: string;
  /** Why the address can not be changed here, where that is so. */
  emailNote?: ReactNode;
  aside?: ReactNode;
  /** Sections below the fields. */
  children?: ReactNode;
}

/** The fields of a user (section 5). */
export function UserForm({ state, saveLabel, emailNote, aside, children }: UserFormProps) {
  const { form, base, grantable } = state;
  const { goToList } = useUsersNavigation();
  const held = base.roles ?? [];
  const offered = [...grantable, ...held.filter((role) => !grantable.includes(role))];
  const field = (name: keyof UserValues) => ({
    label: userLabels[name],
    autoComplete: 'off',
    'aria-required': !UserSchema.shape[name].safeParse('').success,
    ...form.getInputProps(name),
  });
  return (
    <RecordForm state={state} saveLabel={saveLabel} onCancel={() => void goToList()} aside={aside}>
      <FormSection title="Person" description="Shown in lists and logs.">
        <FieldGrid>
          <TextInput {...field('firstName')} />
          <TextInput {...field('lastName')} />
          <div data-wide>
            <TextInput
              {...field('email')}
              inputMode="email"
              description={emailNote}
              disabled={emailNote !== undefined}
              spellCheck={false}
            />
          </div>
        </FieldGrid>
      </FormSection>
      <FormSection
        title="Access"
        description="Roles decide what this user can see and do. SuperAdmins manage everything."
      >
        <FieldGrid>
          <div data-wide>
            <MultiSelect
              {...field('roles')}
              data={offered.map((role) => ({ value: role, label: role, disabled: !grantable.includes(role) }))}
              comboboxProps={{ withinPortal: false, transitionProps: { duration: 0 } }}
              rightSectionProps={{ 'aria-hidden': true }}
              searchable
              hidePickedOptions
              nothingFoundMessage="No other role"
            />
            <RoleSummary roles={form.values.roles} />
          </div>
        </FieldGrid>
      </FormSection>
      <FormSection
        title="Work"
        description="Displayed company name, SAP Login ID, and who pays for the usage of this person."
      >
        <FieldGrid>
          <TextInput {...field('company')} />
          {optionalUserFields.map((name) => (
            <TextInput key={name} {...field(name)} spellCheck={false} />
          ))}
        </FieldGrid>
      </FormSection>
      {children}
    </RecordForm>
  );
}
