import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { IntakeKeyWithSecret } from '#contract/intake/intake-keys.ts';
import { useFocusRescue } from '../../lib/focus-heading.ts';
import { settings } from '../../lib/settings.ts';
import { CopiedText } from './copied-text.tsx';
import styles from './intake-keys-page.module.css';
import { toCurlExample, toTelemetryExample } from './key-examples.ts';

interface NewSecretProps {
  made: IntakeKeyWithSecret;
  /** The person has it; it is forgotten here. */
  onDone: () => void;
}

/**
 * The secret of a key that was just made or rotated, with what to do with it. Part of the page and no dialog: a click
 * beside it must not lose what is shown only once.
 */
export function NewSecret({ made, onDone }: NewSecretProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [now] = useState(() => new Date());
  const facts = { secret: made.secret, apiUrl: settings.api.main, origin: window.location.origin };
  useFocusRescue();
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles.secret} aria-labelledby="new-secret">
      <h2 id="new-secret" ref={heading} tabIndex={-1}>
        {made.name} is ready
      </h2>
      <p>Copy the key now: it is shown this once and not kept here.</p>
      <CopiedText label="Key" text={made.secret} />
      <CopiedText label="Try it in a shell" text={toCurlExample({ ...facts, now })} />
      <CopiedText label="Settings for OpenTelemetry" text={toTelemetryExample(facts)} />
      <div className={styles.secretEnd}>
        <Button onClick={onDone}>I have copied it</Button>
        <a href="/api/docs" target="_blank" rel="noreferrer">
          All that can be reported
        </a>
      </div>
    </section>
  );
}
