import { schemaResolver, useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Role } from '#contract/capabilities.ts';
import type { User, UserForm } from '#contract/users.ts';
import { ApiProblem } from '../../api/api-problem.ts';
import { applyProblem, findCurrentRecord } from '../../api/form-errors.ts';
import { useLeaveGuard } from '../../lib/use-leave-guard.ts';
import { paths } from '../../paths.ts';
import { getUserSchema } from './user-form-values.ts';
import { useStaleSave } from './use-stale-save.ts';
import type { Opened } from './use-stale-save.ts';

interface UserFormOptions {
  start: Opened;
  /** The roles that the signed-in person may give. */
  grantable: readonly Role[];
  /** Throws what the API answers; `version` is the one the form stands on. */
  onSave: (values: UserForm, version: number | undefined) => Promise<void>;
}

export type UserFormState = ReturnType<typeof useUserForm>;

/** The user form: its fields, what is wrong with it, and a refused save that awaits a decision. */
export function useUserForm({ start, grantable, onSave }: UserFormOptions) {
  const navigate = useNavigate();
  const [opened, setOpened] = useState(start);
  const [alert, setAlert] = useState<string | null>(null);
  const schema = getUserSchema(grantable, opened.values.roles);
  const form = useForm({ initialValues: start.values, validate: schemaResolver(schema, { sync: true }) });
  const guard = useLeaveGuard(() => form.isDirty());
  const staleSave = useStaleSave({ form, opened, onReopen: setOpened });

  const focusFirst = (errors: object) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus();

  /** After a save or a deletion there is nothing left to lose. */
  function finish() {
    form.resetDirty();
    return navigate({ to: paths.users() });
  }

  async function save(values: UserForm) {
    setAlert(null);
    try {
      await onSave(values, opened.version);
    } catch (error) {
      const current = findCurrentRecord<User>(error);
      staleSave.setNewer(current);
      if (!current) showProblem(error);
      return;
    }
    await finish();
  }

  function showProblem(error: unknown) {
    if (error instanceof ApiProblem && error.is('users.email-taken')) {
      form.setErrors({ email: error.message });
      focusFirst({ email: error.message });
      return;
    }
    setAlert(applyProblem(form, error));
  }

  return {
    form,
    alert,
    guard,
    staleSave,
    heldRoles: opened.values.roles,
    submit: form.onSubmit(save, focusFirst),
    finish,
  };
}
