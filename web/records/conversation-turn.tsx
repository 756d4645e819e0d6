import type { ConversationTool, ConversationTurn } from '#contract/analytics/answers.ts';
import { formatCount, formatDuration } from '../lib/numbers.ts';
import { formatReportedCost } from '../lib/reported-costs.ts';
import styles from './conversation-turn.module.css';

/** The turn of an answer: model, time and tokens, the tools that were called, and the error. */
export function TurnEntry({ turn }: { turn: ConversationTurn }) {
  const { model, durationMs, tools, error, errorType } = turn;
  const time = durationMs !== undefined && formatDuration(durationMs);
  const costs = turn.costs?.map(formatReportedCost) ?? [];
  const facts = [model, time, describeTokens(turn), ...costs].filter(Boolean);
  const isFailed = error !== undefined || errorType !== undefined;
  return (
    <div className={styles.turn} role="group" aria-label="What the assistant did" data-failed={isFailed || undefined}>
      <p className={styles.facts}>{facts.length > 0 ? facts.join(' · ') : 'Answered'}</p>
      {tools.length > 0 && (
        <ul className={styles.tools}>
          {tools.map((tool, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a tool can be called twice; the list never changes
            <Tool key={index} tool={tool} />
          ))}
        </ul>
      )}
      {isFailed && (
        <p className={styles.error}>
          <strong>{errorType ?? 'Failed'}</strong>
          {error !== undefined && error !== errorType && <bdi>{error}</bdi>}
        </p>
      )}
    </div>
  );
}

function Tool({ tool: { name, durationMs, error } }: { tool: ConversationTool }) {
  return (
    <li>
      <code translate="no">{name}</code>
      {durationMs !== undefined && <span>{formatDuration(durationMs)}</span>}
      {error !== undefined && <bdi className={styles.toolError}>{error}</bdi>}
    </li>
  );
}

function describeTokens({ inputTokens, outputTokens }: ConversationTurn): string | undefined {
  if (inputTokens === undefined && outputTokens === undefined) return undefined;
  return `${formatCount(inputTokens ?? 0)} tokens in, ${formatCount(outputTokens ?? 0)} out`;
}
