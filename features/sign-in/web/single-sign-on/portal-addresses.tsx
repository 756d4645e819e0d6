import type { SingleSignOn } from '#features/sign-in/contract/single-sign-on.ts';
import { SwitchField } from '#web/ui/forms/switch-field.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Row, Stack, Text } from '#web/ui/layout/layout.tsx';

type Place = 'redirectUri' | 'signedOutUri' | 'backChannelUri' | 'entityId' | 'assertionAddress';

/** The addresses that the company registers at its issuer. */
export function PortalAddresses({ kind, ...places }: Pick<SingleSignOn, 'kind' | Place>) {
  if (kind === 'saml') {
    return (
      <Addresses
        entries={[
          { label: 'Entity ID (audience), also the address of the metadata', text: places.entityId },
          { label: 'Reply address (ACS)', text: places.assertionAddress },
        ]}
      />
    );
  }
  return (
    <Addresses
      entries={[
        { label: 'Redirect URI', text: places.redirectUri },
        { label: 'Address after signing out', text: places.signedOutUri },
        { label: 'Back-channel sign-out', text: places.backChannelUri },
      ]}
    />
  );
}

interface FormerRedirectProps extends Pick<SingleSignOn, 'sharedRedirectUri'> {
  isUsed: boolean;
  onUsed: (isUsed: boolean) => void;
}

/** For an issuer that was set before the company had a redirect URI of its own. */
export function FormerRedirect({ sharedRedirectUri, isUsed, onUsed }: FormerRedirectProps) {
  return (
    <Stack gap={4} align="start">
      <Text size="sm" tone="soft" breaks="pretty" measure={46}>
        The redirect URI has changed. Register the one above at your sign-in service, and remove{' '}
        <code translate="no">{sharedRedirectUri}</code> there. Until then, only services that name themselves in their
        answer can sign users in.
      </Text>
      <SwitchField
        label="The new redirect URI is registered"
        checked={!isUsed}
        onChange={(event) => onUsed(!event.currentTarget.checked)}
      />
    </Stack>
  );
}

/** Texts to copy, each under its label. */
export function Addresses({ entries }: { entries: readonly { label: string; text: string }[] }) {
  return (
    <Stack as="dl" gap={3} full>
      {entries.map(({ label, text }) => (
        <div key={label}>
          <Text as="dt" size="sm" tone="soft">
            {label}
          </Text>
          <Row as="dd" gap={2} breaks="anywhere">
            <code translate="no">{text}</code>
            <CopyButton label={label} text={text} />
          </Row>
        </div>
      ))}
    </Stack>
  );
}
