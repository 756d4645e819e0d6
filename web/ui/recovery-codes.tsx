import { Button } from '@mantine/core';
import { settings } from '../lib/settings.ts';
import { CopyButton } from './copy-button.tsx';
import styles from './recovery-codes.module.css';

/** Codes for the day the app is lost. They are shown once, so they can be copied and downloaded. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <section className={styles.section} aria-labelledby="recovery-codes">
      <h2 id="recovery-codes">Recovery codes</h2>
      <p>Keep these in a safe place. Use one if you lose your device. Each works once. They won’t be shown again.</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <CopyButton label="recovery codes" text={text} variant="default" size="xs" otherwise="Please download them." />
        <Button variant="default" size="xs" onClick={() => download(text)}>
          Download
        </Button>
      </div>
    </section>
  );
}

function download(text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${settings.brand.product} recovery codes.txt`;
  link.click();
  URL.revokeObjectURL(url);
}
