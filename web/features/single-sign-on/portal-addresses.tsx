import type { SingleSignOn } from '#contract/single-sign-on.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import styles from './single-sign-on-page.module.css';

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

/** Texts to copy, each under its label. */
export function Addresses({ entries }: { entries: readonly { label: string; text: string }[] }) {
  return (
    <dl className={styles.addresses}>
      {entries.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <code>{text}</code>
            <CopyButton label={label} text={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
