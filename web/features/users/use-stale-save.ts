import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import type { User, UserForm } from '#contract/users.ts';
import { findDifferences, keepMine, toUserValues } from './user-form-values.ts';

/** What a form was opened with: the values and their version. */
export interface Opened {
  values: UserForm;
  version: number | undefined;
}

interface StaleSaveOptions {
  form: UseFormReturnType<UserForm>;
  opened: Opened;
  onReopen: (opened: Opened) => void;
}

/** A save that was refused because somebody else saved first, until the person has decided what counts. */
export function useStaleSave({ form, opened, onReopen }: StaleSaveOptions) {
  const [newer, setNewer] = useState<User>();

  /** From here the form stands on their version, with these values in its fields. */
  function settle(theirs: UserForm, values: UserForm) {
    form.setInitialValues(theirs);
    form.setValues(values);
    form.clearErrors();
    onReopen({ values: theirs, version: newer?.version });
    setNewer(undefined);
  }

  const stale = newer && { theirs: toUserValues(newer), mine: form.values, opened: opened.values };
  return {
    setNewer,
    differences: stale && findDifferences(stale),
    useTheirs: () => stale && settle(stale.theirs, stale.theirs),
    keepMine: () => stale && settle(stale.theirs, keepMine(stale)),
  };
}
