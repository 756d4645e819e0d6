import { Button, Textarea, TextInput } from '@mantine/core';
import { useState, type ComponentProps } from 'react';
import { formatLongDate } from '#contract/calendar/formats.ts';
import type { SamlMetadata } from '#features/sign-in/contract/saml.ts';
import type { SingleSignOn } from '#features/sign-in/contract/single-sign-on.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { TextFileButton } from '#web/ui/forms/text-file-button.tsx';
import { useUnsavedInput } from '#web/lib/unsaved-input.ts';
import { Block, Row, Stack, Text } from '#web/ui/layout/layout.tsx';
import { useParseMetadata } from './single-sign-on.queries.ts';
import { entityIdLabel, labels } from './single-sign-on-values.ts';

type InputProps = ComponentProps<typeof TextInput> & ComponentProps<typeof Textarea>;

interface SamlFieldsProps {
  stored: Pick<SingleSignOn, 'certificates'>;
  getInputProps: (field: 'issuer' | 'signInAddress' | 'certificates') => InputProps;
  onMetadata: (found: SamlMetadata) => void;
}

/** Fields that the company copies from its SAML identity provider, by its metadata or by hand. */
export function SamlFields({ stored, getInputProps, onMetadata }: SamlFieldsProps) {
  const { timeZone } = useCurrentUser();
  return (
    <>
      <Metadata onMetadata={onMetadata} />
      <TextInput label={entityIdLabel} placeholder="https://sign-in.acme.example/saml" {...getInputProps('issuer')} />
      <TextInput
        label={labels.signInAddress}
        description="The address of the HTTP-Redirect binding."
        {...getInputProps('signInAddress')}
      />
      <Textarea
        label={labels.certificates}
        description="Those that sign assertions, in PEM form. Enter the next one below before the old one expires."
        rows={6}
        spellCheck={false}
        {...getInputProps('certificates')}
      />
      {stored.certificates.length > 0 && (
        <Stack as="ul" gap={4} full aria-label="Stored certificates">
          {stored.certificates.map(({ fingerprint, expiresAt }) => (
            <Block key={fingerprint} as="li" size="sm" tone="soft" breaks="pretty" measure={46}>
              <span>{`Valid until ${formatLongDate(expiresAt, timeZone)}, SHA-256 `}</span>
              <code translate="no">{`${fingerprint.slice(0, 23)}…`}</code>
            </Block>
          ))}
        </Stack>
      )}
    </>
  );
}

function describeLeftOut({ certificates, certificatesLeftOut: count }: SamlMetadata): string {
  if (count === 0) return '';
  const all = certificates.length + count;
  return ` The metadata has ${all} signing certificates. Only the first ${certificates.length} are filled in: check that they are the current ones.`;
}

/** Fills the fields below from the metadata, where they can be checked before they are saved. */
function Metadata({ onMetadata }: Pick<SamlFieldsProps, 'onMetadata'>) {
  const parse = useParseMetadata();
  const [text, setText] = useState('');
  // Metadata that was read stands in the fields.
  useUnsavedInput(() => text.trim() !== '' && !parse.isSuccess);
  const fill = (metadata: string) => parse.mutate({ body: { metadata } }, { onSuccess: onMetadata });
  return (
    <>
      <Textarea
        label="Metadata of your identity provider"
        description="Paste the XML or choose its file to fill in the three fields below."
        rows={3}
        spellCheck={false}
        value={text}
        error={parse.error && toErrorWords(parse.error)}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Row gap={3} wrap breaks="anywhere">
        <Button variant="default" loading={parse.isPending} disabled={text.trim() === ''} onClick={() => fill(text)}>
          Fill in from metadata
        </Button>
        <TextFileButton
          label="Metadata file"
          accept=".xml,text/xml,application/xml,application/samlmetadata+xml"
          onText={fill}
        >
          Choose a file
        </TextFileButton>
      </Row>
      <Text role="status" size="sm" tone="soft" breaks="pretty" measure={46}>
        {parse.data && `Filled in. Check the fields, then save.${describeLeftOut(parse.data)}`}
      </Text>
    </>
  );
}
