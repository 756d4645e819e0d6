import type { SingleSignOn } from '#contract/single-sign-on.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import styles from './single-sign-on-page.module.css';

type PortalAddressesProps = Pick<SingleSignOn, 'redirectUri' | 'signedOutUri' | 'backChannelUri'>;

/** The addresses that the company registers at its issuer. */
export function PortalAddresses({ redirectUri, signedOutUri, backChannelUri }: PortalAddressesProps) {
  return (
    <Addresses
      entries={[
        { label: 'Redirect URI', text: redirectUri },
        { label: 'Address after signing out', text: signedOutUri },
        { label: 'Back-channel sign-out', text: backChannelUri },
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
