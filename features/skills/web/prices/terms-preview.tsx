import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatMonth } from '#contract/calendar/formats.ts';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import type { AgreedPriceForm, TermsPreview } from '#features/skills/contract/agreed-prices.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { queries } from '#web/api/queries.ts';
import { useCall } from '#web/api/use-call.ts';
import { formatCounted } from '#web/lib/numbers.ts';
import { Block, Row, Text } from '#web/ui/layout/layout.tsx';

interface TermsPreviewProps {
  id: string;
  terms: Pick<AgreedPriceForm, 'price' | 'tiers' | 'baseFee'>;
  /** Shows the errors of the fields; true where there are none. */
  check: () => Promise<boolean>;
}

/** Cost of the last month under the terms being typed. */
export function TermsPreviewPart({ id, terms, check }: TermsPreviewProps) {
  const preview = useCall(queries.agreedPrices.preview);
  const [shown, setShown] = useState<{ of: string; answer: TermsPreview }>();
  const key = JSON.stringify(terms);
  async function load() {
    if (!(await check())) return;
    const answer = await preview.mutateAsync({ params: { _id: id }, body: terms }).catch(() => undefined);
    if (answer) setShown({ of: key, answer });
  }
  return (
    <Row above={4} gap={3} align="start">
      <Button variant="default" size="compact-sm" loading={preview.isPending} onClick={() => void load()}>
        Preview last month
      </Button>
      <Block role="status" grow shrink>
        {preview.error && <Text tone="red">{toErrorWords(preview.error)}</Text>}
        {shown?.of === key && <PreviewWords {...shown.answer} />}
      </Block>
    </Row>
  );
}

function PreviewWords({ period, requests, actual, preview }: TermsPreview) {
  const parts = preview.lines
    .filter((line) => line.requests > 0)
    .map((line) => `${line.requests.toLocaleString('en')} × ${formatEuroAmount(line.price)}`);
  const words = [...parts, ...(preview.baseFee > 0 ? [`base fee ${formatEuroAmount(preview.baseFee)}`] : [])].join(
    ' + ',
  );
  const month = `${formatMonth(`${period}-01`)}, ${formatCounted(requests, 'requests')}`;
  const total = `${formatEuroAmount(preview.total)}${words === '' ? '' : ` (${words})`}`;
  return <Text size="sm">{`${month}: ${total} instead of ${formatEuroAmount(actual.total)}.`}</Text>;
}
