import { Button } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { AuditChainState } from '#features/protection/contract/audit.ts';
import { formatDateTime } from '#contract/calendar/formats.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { Block, look, Row, Text } from '#web/ui/layout/layout.tsx';
import styles from './audit.module.css';
import { describeFault, describeVerdict } from './audit-fault-words.ts';
import { chainQuery, useDownloadCheckpoints, useVerifyAudit } from './audit.queries.ts';

const format = (count: number) => count.toLocaleString('en-US');
const countEntries = (count: number) => `${format(count)} ${count === 1 ? 'entry' : 'entries'}`;

/** Whether the log is as it was written: until where it is signed, the last verification, and a new one with its progress. */
export function AuditChainPanel({ timeZone }: { timeZone: string }) {
  const chain = useQuery(chainQuery);
  const verify = useVerifyAudit();
  const download = useDownloadCheckpoints();
  const saveCheckpoints = async () => {
    try {
      saveFile(await download.mutateAsync({}), 'audit-checkpoints.jsonl');
    } catch (error) {
      showToast(toErrorWords(error), 'error');
    }
  };
  return (
    <Row
      as="section"
      pad={[3, 4]}
      gap={3}
      justify="between"
      wrap
      card="plain"
      below={4}
      size="sm"
      aria-label="Verification of the log"
    >
      <Block breaks="anywhere" shrink className={styles.words}>
        <p aria-live="polite">
          <Outcome verify={verify} chain={chain} timeZone={timeZone} />
        </p>
        <Block as="details" tone="faint">
          <summary>{chain.data ? describeSigned(chain.data, timeZone) : ' '}</summary>
          {chain.data && (
            <p>
              <span>Public key of checkpoints and certificates: </span>
              <code translate="no">{chain.data.publicKey}</code>
            </p>
          )}
          {chain.data?.lastSigned && (
            <Button
              variant="default"
              size="compact-sm"
              {...look({ above: 2 })}
              loading={download.isPending}
              onClick={() => void saveCheckpoints()}
            >
              Download checkpoints
            </Button>
          )}
        </Block>
      </Block>
      <Button variant="default" loading={verify.isPending} onClick={verify.start}>
        Verify log
      </Button>
    </Row>
  );
}

interface OutcomeProps {
  verify: ReturnType<typeof useVerifyAudit>;
  chain: Pick<UseQueryResult<AuditChainState>, 'data' | 'isError'>;
  timeZone: string;
}

function Outcome({ verify, chain, timeZone }: OutcomeProps) {
  const { part, error, isPending } = verify;
  if (error)
    return (
      <Text as="span" tone="red">
        {toErrorWords(error)}
      </Text>
    );
  if (isPending) {
    return <span>{part ? `Verified ${format(part.checked)} of ${countEntries(part.total)}…` : 'Verifying…'}</span>;
  }
  if (part?.fault)
    return (
      <Text as="strong" tone="red">
        {describeFault(part.fault, timeZone)}
      </Text>
    );
  if (part) return <strong>{`The log is intact: ${countEntries(part.checked)} verified.`}</strong>;
  if (!chain.data) return <span>{chain.isError ? 'The state of the log cannot be shown now.' : 'Loading…'}</span>;
  const last = chain.data.lastVerification;
  if (!last) {
    return <span>Entries cannot be changed unnoticed. The log has not been verified yet.</span>;
  }
  const when = `Last verified ${formatDateTime(last.date, timeZone)} by ${last.author}: `;
  const isIntact = last.verdict === 'intact';
  return (
    <>
      <span>{when}</span>
      <Text as="strong" {...(!isIntact && { tone: 'red' })}>
        {isIntact ? `intact, ${countEntries(last.checked ?? 0)}` : describeVerdict(last.verdict)}
      </Text>
      <span>.</span>
    </>
  );
}

function describeSigned({ entries, lastSigned }: AuditChainState, timeZone: string): string {
  if (!lastSigned) return `${countEntries(entries)}. The first checkpoint is signed within ten minutes.`;
  return `${countEntries(entries)}. Last signed checkpoint: ${formatDateTime(lastSigned.date, timeZone)} (entry ${format(lastSigned.entries)}).`;
}
