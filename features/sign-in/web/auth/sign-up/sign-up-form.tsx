import { Checkbox, TextInput, type CheckboxProps } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { client } from '#web/api/client.ts';
import { useApiForm } from '#web/api/use-api-form.ts';
import { OptionalLabel } from '#web/ui/forms/optional-label.tsx';
import { NewPasswordField } from '#web/ui/forms/new-password-field.tsx';
import type { TimeZoneSelectProps } from '#web/ui/forms/time-zone-select.tsx';
import { useInPlace } from '#web/lib/use-in-place.ts';
import { AuthForm } from '../layout/auth-form.tsx';
import { EmailField } from '../layout/email-field.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { keepPassword } from '../sign-in/kept-password.ts';
import { useNextStep } from '../sign-in/use-next-step.ts';
import { AgreementDialog, type Agreement } from './agreement-dialog.tsx';
import { Columns, Row, Stack } from '#web/ui/layout/layout.tsx';
import styles from './sign-up.module.css';

const loadSchema = () => import('#features/sign-in/contract/session-forms.ts').then((contract) => contract.SignUpForm);

/** The browser's zone, where it names one. */
const guessTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone || 'Europe/Tallinn';

const initialValues = {
  email: '',
  firstName: '',
  lastName: '',
  company: '',
  password: '',
  timeZone: guessTimeZone(),
  termsConditions: false,
  dataProcessing: false,
};

export function SignUpForm() {
  const goOn = useNextStep();
  const { form, formProps, alert, isBusy } = useApiForm({
    initialValues,
    loadSchema,
    onSubmit: async ({ termsConditions: _terms, dataProcessing: _data, ...person }) => {
      // The schema requires both boxes.
      const step = await client.session.signUp({ body: { ...person, termsConditions: true, dataProcessing: true } });
      keepPassword(person.email, person.password);
      await goOn({ email: person.email, ...step });
    },
  });
  return (
    <AuthForm {...formProps} alert={alert} submitLabel="Sign up" busy={isBusy}>
      <EmailField {...form.getInputProps('email')} />
      <Columns of={2} gap={4} align="start">
        <TextInput label="First Name" size="md" autoComplete="given-name" {...form.getInputProps('firstName')} />
        <TextInput label="Last Name" size="md" autoComplete="family-name" {...form.getInputProps('lastName')} />
      </Columns>
      <TextInput
        label={<OptionalLabel>Company Name</OptionalLabel>}
        size="md"
        autoComplete="organization"
        {...form.getInputProps('company')}
      />
      <NewPasswordField label="Password" {...form.getInputProps('password')} />
      <TimeZoneField {...form.getInputProps('timeZone')} />
      <AgreementFields
        terms={form.getInputProps('termsConditions', { type: 'checkbox' })}
        dataProcessing={form.getInputProps('dataProcessing', { type: 'checkbox' })}
      />
    </AuthForm>
  );
}

/** Loaded for those whose browser is in another zone than their company. */
const TimeZoneSelect = lazy(async () => {
  const [file] = await Promise.all([
    import('#web/ui/forms/time-zone-select.tsx'),
    import('#web/theme/mantine-shell.css'),
  ]);
  return { default: file.TimeZoneSelect };
});

/** The button that opened the field has gone, and has left the focus nowhere. */
const takeFocus = (field: HTMLInputElement | null) => {
  if (document.activeElement === document.body) field?.focus({ preventScroll: true });
};

/** The time zone of the new company: the browser's as a line of text, or a choice. */
function TimeZoneField(props: TimeZoneSelectProps) {
  const { isOpen, open, ref } = useInPlace<HTMLDivElement>();
  return (
    <div ref={ref}>
      {isOpen || props.error ? (
        <Suspense>
          <TimeZoneSelect label="Time zone" size="md" {...props} ref={takeFocus} />
        </Suspense>
      ) : (
        <Row as="p" gap={4} rowGap={1} align="stretch" justify="between" wrap size="sm" tone="soft">
          <span>{`Time zone: ${props.value ?? ''} `}</span>
          <LinkButton onClick={open}>Change time zone</LinkButton>
        </Row>
      )}
    </div>
  );
}

interface AgreementFieldsProps {
  terms: CheckboxProps;
  dataProcessing: CheckboxProps;
}

/** The two agreements of sign-up, each with its document. */
function AgreementFields({ terms, dataProcessing }: AgreementFieldsProps) {
  const [shown, setShown] = useState<Agreement>();
  return (
    <Stack gap={3} pad={[2, 0, 0]}>
      <Row gap={4} align="stretch" justify="between" size="sm" className={styles.agreement}>
        <Checkbox label="Terms & Conditions" {...terms} />
        <LinkButton onClick={() => setShown('terms')}>Read the terms</LinkButton>
      </Row>
      <Row gap={4} align="stretch" justify="between" size="sm" className={styles.agreement}>
        <Checkbox label="Data Processing" {...dataProcessing} />
        <LinkButton onClick={() => setShown('data-processing')}>Read the details</LinkButton>
      </Row>
      {shown && <AgreementDialog agreement={shown} onClose={() => setShown(undefined)} />}
    </Stack>
  );
}
