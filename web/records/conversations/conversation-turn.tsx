import { formatDuration } from '#contract/calendar/durations.ts';
import type { ConversationTool, ConversationTurn } from '#features/conversation-log/contract/turns.ts';
import { formatCount } from '../../lib/numbers.ts';
import { formatReportedCost } from '../../lib/reported-costs.ts';
import { Block, Row, Text } from '../../ui/layout/layout.tsx';
import styles from '../records.module.css';

/** The turn of an answer: model, time and tokens, the tools that were called, and the error. */
export function TurnEntry({ turn }: { turn: ConversationTurn }) {
  const { model, durationMs, tools, error, errorType } = turn;
  const time = durationMs !== undefined && formatDuration(durationMs);
  const costs = turn.costs?.map(formatReportedCost) ?? [];
  const facts = [model, time, describeTokens(turn), ...costs].filter(Boolean);
  const isFailed = error !== undefined || errorType !== undefined;
  return (
    <Block
      above={3}
      below={3}
      size="sm"
      tone="faint"
      number
      breaks="anywhere"
      className={styles.turn}
      role="group"
      aria-label="What the assistant did"
      data-failed={isFailed || undefined}
    >
      <Text>{facts.length > 0 ? facts.join(' · ') : 'Answered'}</Text>
      {tools.length > 0 && (
        <Block as="ul" above="hair">
          {tools.map((tool, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a tool can be called twice; the list never changes
            <Tool key={index} tool={tool} />
          ))}
        </Block>
      )}
      {isFailed && (
        <Row as="p" gap={3} rowGap={0} align="stretch" wrap above="hair">
          <Text as="strong" tone="red" weight="medium">
            {errorType ?? 'Failed'}
          </Text>
          {error !== undefined && error !== errorType && <bdi>{error}</bdi>}
        </Row>
      )}
    </Block>
  );
}

function Tool({ tool: { name, durationMs, error } }: { tool: ConversationTool }) {
  return (
    <Row as="li" gap={3} rowGap={0} align="stretch" wrap>
      <Text as="code" tone="soft" mono translate="no">
        {name}
      </Text>
      {durationMs !== undefined && <span>{formatDuration(durationMs)}</span>}
      {error !== undefined && (
        <Block as="bdi" tone="red" weight="medium">
          {error}
        </Block>
      )}
    </Row>
  );
}

function describeTokens({ inputTokens, outputTokens }: ConversationTurn): string | undefined {
  if (inputTokens === undefined && outputTokens === undefined) return undefined;
  return `${formatCount(inputTokens ?? 0)} tokens in, ${formatCount(outputTokens ?? 0)} out`;
}
