import { Button, NativeSelect } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { IntakeKeyWithSecret } from '#features/intake/contract/intake-keys.ts';
import { useFocusRescue } from '#web/lib/focus-heading.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { settings } from '#web/lib/settings.ts';
import { Block, Row, Text } from '#web/ui/layout/layout.tsx';
import styles from './intake-keys.module.css';
import { paths } from '#web/paths.ts';
import { FirstReport } from './first-report.tsx';
import { guides, toExampleId } from './key-examples.ts';

interface NewSecretProps {
  created: IntakeKeyWithSecret;
  /** Hides the secret for good. */
  onDone: () => void;
}

/**
 * The secret of a key that was just created or rotated, and the steps that connect one kind of assistant with it. No dialog, because a click beside it
 * must not hide what is shown only once.
 */
export function NewSecret({ created, onDone }: NewSecretProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [now] = useState(() => new Date());
  const [chosen, setChosen] = useState('');
  const guide = guides.find((each) => each.name === chosen);
  const texts =
    guide?.toTexts({ secret: created.secret, apiUrl: settings.api.main, origin: window.location.origin, now }) ?? [];
  useFocusRescue();
  useEffect(() => heading.current?.focus(), []);
  return (
    <Block as="section" pad={6} below={8} className={styles.secret} aria-labelledby="new-secret">
      <h2 id="new-secret" ref={heading} tabIndex={-1}>
        {`${created.name} is ready`}
      </h2>
      <Text above={1} tone="soft">
        Copy this key now. You won’t be able to see it again.
      </Text>
      <CopiedText label="Key" text={created.secret} />
      <NativeSelect
        mt="xl"
        maw="20rem"
        label="Which assistant do you connect?"
        data={['', ...guides.map(({ name }) => name)].map((name) => ({ value: name, label: name || 'Choose…' }))}
        value={chosen}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      {guide && (
        <>
          <Text above={4} tone="soft">
            {guide.intro}
          </Text>
          {texts.length > 0 ? (
            // Above the texts, so that who comes back from pasting them has it in view.
            <FirstReport
              keyId={created.id}
              wasUsed={created.lastUsedAt !== null}
              exampleId={guide.hasExample && toExampleId(now)}
            />
          ) : (
            <Text above={4}>
              <Link to={paths.logImports()}>Import a file</Link>
            </Text>
          )}
          {texts.map((each) => (
            <CopiedText key={each.label} {...each} />
          ))}
        </>
      )}
      <Row gap={5} above={6}>
        <Button onClick={onDone}>Done</Button>
        <a href="/api/docs" target="_blank" rel="noreferrer">
          API reference
        </a>
      </Row>
    </Block>
  );
}

interface CopiedTextProps {
  /** Heading of the text, and part of the button's name. */
  label: string;
  text: string;
}

/** A text to paste elsewhere, with a button that copies it. */
function CopiedText({ label, text }: CopiedTextProps) {
  return (
    <Block above={5} className={styles.copied}>
      <Row gap={3} below={2} size="sm" className={styles.copiedHead}>
        <Text as="h3" size="sm" weight="medium">
          {label}
        </Text>
        <CopyButton label={label} text={text} variant="default" size="compact-sm" otherwise="Please select the text." />
      </Row>
      <Block as="pre" pad={[3, 4]} card="sunken" size="sm" mono tabIndex={0} aria-label={label}>
        {text}
      </Block>
    </Block>
  );
}
