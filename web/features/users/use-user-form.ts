import { schemaResolver } from '@mantine/form';
import type { Role } from '#contract/capabilities.ts';
import type { UserForm } from '#contract/users.ts';
import { useVersionedForm } from '../../api/use-versioned-form.ts';
import { useLeaveGuard } from '../../lib/use-unsaved-changes-guard.ts';
import { useUsersArea } from './use-users-navigation.ts';
import { getUserSchema, toUserValues } from './user-form-values.ts';
import type { UserRecord } from './user-form-values.ts';

interface UserFormOptions {
  record: UserRecord;
  /** The roles that the signed-in person may give. */
  grantable: readonly Role[];
  /** Throws what the API answers; `version` is the one the form stands on. */
  onSave: (values: UserForm, version: number | undefined) => Promise<UserRecord>;
}

export type UserFormState = ReturnType<typeof useUserForm>;

/** The user form, for creating and for editing. A save leads back to the list. */
export function useUserForm({ record, grantable, onSave }: UserFormOptions) {
  const { goToList } = useUsersArea();
  const state = useVersionedForm({
    record,
    toValues: toUserValues,
    validate: (values, base) => schemaResolver(getUserSchema(grantable, base.roles ?? []), { sync: true })(values),
    save: (values, base) => onSave(values, base.version),
    onSaved: () => void goToList(),
  });
  const guard = useLeaveGuard(() => state.form.isDirty());

  /** After a deletion there is nothing left to lose. */
  function finish() {
    state.form.resetDirty();
    return goToList();
  }

  return { ...state, guard, heldRoles: state.base.roles ?? [], finish };
}
