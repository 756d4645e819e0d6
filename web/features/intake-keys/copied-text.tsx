import { Button } from '@mantine/core';
import { useState } from 'react';
import styles from './intake-keys-page.module.css';

interface CopiedTextProps {
  /** What it is, above it and in the button's name. */
  label: string;
  text: string;
}

/** A text for other programs, whole and with a button that copies it. */
export function CopiedText({ label, text }: CopiedTextProps) {
  const [said, setSaid] = useState('');
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied.');
    } catch {
      setSaid('This browser does not let us copy. Please select the text.');
    }
  }
  return (
    <div className={styles.copied}>
      <div className={styles.copiedHead}>
        <h3>{label}</h3>
        <span role="status">{said}</span>
        <Button variant="default" size="compact-sm" aria-label={`Copy: ${label}`} onClick={() => void copy()}>
          Copy
        </Button>
      </div>
      <pre tabIndex={0} aria-label={label}>
        {text}
      </pre>
    </div>
  );
}
