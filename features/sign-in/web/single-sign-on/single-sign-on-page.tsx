import { NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SingleSignOn } from '#features/sign-in/contract/single-sign-on.ts';
import { DeleteRecords } from '#web/records/delete-records.tsx';
import { listDifferences } from '#web/records/list-differences.ts';
import { useRecordForm } from '#web/records/use-record-form.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { DangerButton } from '#web/ui/forms/danger-button.tsx';
import { FormSection } from '#web/ui/forms/form-layout.tsx';
import { RecordForm } from '#web/ui/forms/record-form.tsx';
import { SkeletonForm } from '#web/ui/forms/skeleton-form.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Demand } from './demand.tsx';
import { IssuerTest } from './issuer-test.tsx';
import { FormerRedirect, PortalAddresses } from './portal-addresses.tsx';
import { SamlFields } from './saml-fields.tsx';
import { singleSignOnQuery, useDeleteSingleSignOn, useUpdateSingleSignOn } from './single-sign-on.queries.ts';
import { Stack, Text } from '#web/ui/layout/layout.tsx';
import { findErrors, joinCertificates, labels, protocols, toForm, toValues } from './single-sign-on-values.ts';

/** `/settings/single-sign-on`, for SuperAdmins: the issuer by which the company's users sign in. */
export function SingleSignOnSettingsPage() {
  return (
    <>
      <PageHeader
        title="Single sign-on"
        purpose="Let your users sign in with your company’s own sign-in service, with OpenID Connect, SAML 2.0 or AWS Cognito."
      />
      <LoadedForm />
    </>
  );
}

function LoadedForm() {
  const { data } = useQuery(singleSignOnQuery);
  if (!data) return <SkeletonForm fieldCount={5} label="Loading single sign-on" />;
  return <SettingsForm stored={data} />;
}

function SettingsForm({ stored }: { stored: SingleSignOn }) {
  const update = useUpdateSingleSignOn();
  const state = useRecordForm({
    record: stored,
    toValues,
    validate: (values) => findErrors(values),
    save: (values, { version }) => update.mutateAsync({ body: toForm(values, version) }),
    onSaved: () => showToast('Single sign-on has been saved.'),
    listDifferences: (newer, mine) =>
      listDifferences({ labels, theirs: toTexts(toValues(newer)), mine: toTexts(mine) }),
  });
  const { form, base, adopt, setBase } = state;
  const isConfigured = base.issuer !== '';
  const isSaml = form.values.kind === 'saml';
  return (
    <RecordForm
      state={state}
      saveLabel="Save changes"
      onCancel={() => adopt(base)}
      aside={isConfigured && <DeleteIssuer stored={base} onDeleted={adopt} />}
    >
      {form.values.kind !== 'cognito' && (
        <FormSection
          title="Values for your identity provider"
          description={
            isSaml
              ? 'Register the portal as a SAML application of your identity provider with these addresses. Signing out of the portal ends the session here, and not at your identity provider.'
              : 'Register the portal as a web client of your sign-in service with these addresses.'
          }
        >
          <Stack gap={4} align="start">
            <PortalAddresses {...base} kind={form.values.kind} />
            {form.values.kind === 'oidc' && base.usesSharedRedirect && (
              <FormerRedirect
                {...base}
                isUsed={form.values.usesSharedRedirect}
                onUsed={(isUsed) => form.setFieldValue('usesSharedRedirect', isUsed)}
              />
            )}
          </Stack>
        </FormSection>
      )}
      <FormSection title="Issuer" description="Copy these from your sign-in service.">
        <Stack gap={4} align="start">
          <NativeSelect
            label={labels.kind}
            data={protocols.map((each) => ({ ...each }))}
            {...form.getInputProps('kind')}
          />
          {isSaml ? (
            <SamlFields
              stored={base}
              getInputProps={(field) => form.getInputProps(field)}
              onMetadata={({ issuer, signInAddress, certificates }) =>
                form.setValues({ issuer, signInAddress, certificates: joinCertificates(certificates) })
              }
            />
          ) : (
            <>
              {form.values.kind === 'cognito' ? (
                <PoolFields getInputProps={(field) => form.getInputProps(field)} />
              ) : (
                <TextInput
                  label={labels.issuer}
                  placeholder="https://sign-in.acme.example"
                  {...form.getInputProps('issuer')}
                />
              )}
              <ClientFields
                hasClientSecret={base.hasClientSecret}
                getInputProps={(field) => form.getInputProps(field)}
              />
            </>
          )}
          <Textarea
            label={labels.domains}
            description="One on each line. Users with addresses of these domains sign in with this issuer."
            rows={3}
            {...form.getInputProps('domains')}
          />
        </Stack>
      </FormSection>
      {isConfigured && (
        <FormSection
          title="Test"
          description="Add the TXT record of each domain, so that we know that it belongs to you. Then run the test."
        >
          <IssuerTest
            stored={base}
            isDirty={form.isDirty()}
            onTested={({ domains, lastAnswer }) => setBase((known) => ({ ...known, domains, lastAnswer }))}
          />
        </FormSection>
      )}
      <FormSection title={labels.isDemanded} description="Turns off passwords for everyone except emergency accounts.">
        <Demand
          superAdmins={base.superAdmins}
          isDemanded={form.values.isDemanded}
          isNew={form.values.isDemanded && !base.isDemanded}
          breakGlass={form.values.breakGlass}
          onDemand={(isDemanded) => form.setFieldValue('isDemanded', isDemanded)}
          onBreakGlass={(ids) => form.setFieldValue('breakGlass', ids)}
        />
      </FormSection>
    </RecordForm>
  );
}

/** Which user pool of AWS Cognito it is. Its users sign in on the portal's own page. */
function PoolFields({ getInputProps }: { getInputProps: (field: 'region' | 'userPoolId') => object }) {
  return (
    <>
      <Text size="sm" tone="soft" breaks="pretty" measure={46}>
        Your users sign in on the portal’s own page with their password in this user pool. Its app client needs
        ALLOW_USER_PASSWORD_AUTH and ALLOW_REFRESH_TOKEN_AUTH.
      </Text>
      <TextInput label={labels.region} {...getInputProps('region')} />
      <TextInput label={labels.userPoolId} placeholder="eu-central-1_AbC123dEf" {...getInputProps('userPoolId')} />
    </>
  );
}

interface ClientFieldsProps {
  hasClientSecret: boolean;
  getInputProps: (field: 'clientId' | 'clientSecret') => object;
}

/** Fields that the company copies from the client of its OpenID Connect issuer or user pool. */
function ClientFields({ hasClientSecret, getInputProps }: ClientFieldsProps) {
  return (
    <>
      <TextInput label={labels.clientId} {...getInputProps('clientId')} />
      <PasswordInput
        label={labels.clientSecret}
        autoComplete="off"
        description={
          hasClientSecret
            ? 'Stored. Leave the field empty to keep it.'
            : 'Leave the field empty for a client without a secret.'
        }
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the secret', tabIndex: 0 }}
        {...getInputProps('clientSecret')}
      />
    </>
  );
}

/** The values as the notice of a stale save compares them. */
const toTexts = ({ breakGlass, isDemanded, usesSharedRedirect, ...values }: ReturnType<typeof toValues>) => ({
  ...values,
  usesSharedRedirect: usesSharedRedirect ? 'In use' : 'Not in use',
  isDemanded: isDemanded ? 'Yes' : 'No',
  breakGlass: `${breakGlass.length} users`,
});

interface DeleteIssuerProps {
  stored: SingleSignOn;
  onDeleted: (left: SingleSignOn) => void;
}

function DeleteIssuer({ stored, onDeleted }: DeleteIssuerProps) {
  const deletion = useDeleteSingleSignOn();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <DangerButton onClick={() => setAsking(true)}>Delete</DangerButton>
      <DeleteRecords
        records={[stored]}
        opened={isAsking}
        onClose={() => setAsking(false)}
        getWhat={() => 'single sign-on'}
        getName={({ issuer }) => issuer}
        deleteAll={async () => onDeleted(await deletion.mutateAsync({}))}
        getDoneText={() => 'Single sign-on has been deleted.'}
        note="Users who have signed in with it are signed out. Then they sign in with their passwords."
      />
    </>
  );
}
