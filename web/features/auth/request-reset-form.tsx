import { TextInput } from '@mantine/core';
import { client } from '../../api/client.ts';
import { useApiForm } from '../../api/use-api-form.ts';
import { AuthForm } from './auth-form.tsx';

const loadSchema = () => import('#contract/session-forms.ts').then(({ EmailForm }) => EmailForm);

interface RequestResetFormProps {
  initialEmail: string;
  onSent: (email: string) => void;
}

/** The first half of a forgotten password: where the code shall go. */
export function RequestResetForm({ initialEmail, onSent }: RequestResetFormProps) {
  const { form, formProps, alert, isBusy } = useApiForm({
    initialValues: { email: initialEmail },
    loadSchema,
    onSubmit: async (body) => {
      await client.session.forgotPassword({ body });
      onSent(body.email);
    },
  });
  return (
    <AuthForm {...formProps} alert={alert} submitLabel="Send code" busy={isBusy}>
      <TextInput
        label="E-mail"
        type="email"
        size="md"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('email')}
      />
    </AuthForm>
  );
}
