import { schemaResolver, useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { applyProblem, findCurrentRecord } from '../../api/form-errors.ts';
import type { CurrentUser } from '#contract/session.ts';
import type { User } from '#contract/users.ts';
import { paths } from '../../paths.ts';
import { showToast } from '../../ui/toast-store.ts';
import { getProfileSchema, isNewAddress, toProfileUpdate, toProfileValues } from './profile-form-values.ts';
import type { ProfileRecord } from './profile-form-values.ts';
import { useSaveProfile } from './profile.queries.ts';

/** The profile form's state: its fields, the version they stand on, and a refused save that awaits a decision. */
export function useProfileForm(user: CurrentUser) {
  const navigate = useNavigate();
  const saveProfile = useSaveProfile();
  const [saved, setSaved] = useState({ email: user.email, version: user.version });
  const [newer, setNewer] = useState<User>();
  const [alert, setAlert] = useState<string | null>(null);
  const form = useForm({
    initialValues: toProfileValues(user),
    validate: (values) => {
      const schema = getProfileSchema(isNewAddress(values.email, saved.email));
      return schemaResolver(schema, { sync: true })(values);
    },
  });

  function adopt(record: ProfileRecord, version: number) {
    form.setInitialValues(toProfileValues(record));
    form.reset();
    setSaved({ email: record.email ?? '', version });
    setNewer(undefined);
    setAlert(null);
  }

  async function save(version: number) {
    setAlert(null);
    try {
      const body = toProfileUpdate(form.getValues(), { email: saved.email, version });
      const answer = await saveProfile.mutateAsync({ params: { id: user.id }, body });
      // The address in the answer is the proven one, so a new address leaves the field until its code is entered.
      adopt(answer, answer.version ?? version);
      showToast('Your profile has been saved.');
      if (answer.pendingEmail && body.currentPassword) await navigate({ to: paths.verifyAccount() });
    } catch (error) {
      const current = findCurrentRecord<User>(error);
      setNewer(current);
      if (!current) setAlert(applyProblem(form, error));
    }
  }

  return {
    form,
    alert,
    newer,
    needsPassword: isNewAddress(form.values.email, saved.email),
    submit: form.onSubmit(
      () => save(saved.version),
      (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
    ),
    cancel: () => adopt(newer ?? user, newer?.version ?? user.version),
    useTheirs: () => newer && adopt(newer, newer.version ?? saved.version),
    keepMine: () => newer && save(newer.version ?? saved.version),
  };
}
