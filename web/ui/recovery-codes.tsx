import { Button } from '@mantine/core';
import { settings } from '../lib/settings.ts';
import { CopyButton } from './copy-button.tsx';
import { Block, Columns, Row, Text } from './layout/layout.tsx';

/** Codes for the day the app is lost. They are shown once, so they can be copied and downloaded. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <Block as="section" pad={[5, 0]} rule="both" above={6} below={6} aria-labelledby="recovery-codes">
      <h2 id="recovery-codes">Recovery codes</h2>
      <Text above={1} size="sm" tone="soft">
        Keep these in a safe place. Use one if you lose your device. Each works once. They won’t be shown again.
      </Text>
      <Columns as="ul" of={2} gap={5} rowGap={1} above={4} below={4} size="sm" mono>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Columns>
      <Row gap={4} size="sm">
        <CopyButton label="recovery codes" text={text} variant="default" size="xs" otherwise="Please download them." />
        <Button variant="default" size="xs" onClick={() => download(text)}>
          Download
        </Button>
      </Row>
    </Block>
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
