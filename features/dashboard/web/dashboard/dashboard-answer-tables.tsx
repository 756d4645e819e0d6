import type { AnswerStats } from '#features/dashboard/contract/answers.ts';
import { unnamedModel } from '#contract/conversations/conversations.ts';
import { formatCompactCount, formatCount } from '#web/lib/numbers.ts';
import { ChartPanel } from '#web/ui/charts/chart-panel.tsx';
import { LogLink } from '#web/records/range/log-link.tsx';
import { Table } from '#web/ui/layout/facts.tsx';
import styles from './dashboard.module.css';

interface TableProps {
  stats: AnswerStats;
  /** The range, for links to the log. */
  search: object;
}

/** Conversations, answers and tokens by model. */
export function ModelsPanel({ stats: { models }, search }: TableProps) {
  return (
    <ChartPanel title="Models" note="Conversations in which a model answered, its answers and tokens">
      <Table className={styles.models}>
        <caption className="visually-hidden">Models</caption>
        <thead>
          <tr>
            <th scope="col">Model</th>
            <th scope="col" title="Conversations">
              Convers.
            </th>
            <th scope="col">Answers</th>
            <th scope="col">Failed</th>
            <th scope="col">Input</th>
            <th scope="col">Output</th>
          </tr>
        </thead>
        <tbody>
          {models.map(({ model, conversations, answers, failed, inputTokens, outputTokens }) => (
            <tr key={model}>
              <th scope="row" title={model}>
                <LogLink search={{ ...search, models: [model] }}>{model === '' ? unnamedModel : model}</LogLink>
              </th>
              <td>{formatCount(conversations)}</td>
              <td>{formatCount(answers)}</td>
              <td>{formatCount(failed)}</td>
              <td title={formatCount(inputTokens)}>{formatCompactCount(inputTokens)}</td>
              <td title={formatCount(outputTokens)}>{formatCompactCount(outputTokens)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </ChartPanel>
  );
}

/** Which tools the assistants called, and which of them failed. */
export function ToolsPanel({ stats: { tools }, search }: TableProps) {
  return (
    <ChartPanel title="Tools" note="Conversations with tool calls and with failed calls">
      <Table className={styles.models}>
        <caption className="visually-hidden">Tools</caption>
        <thead>
          <tr>
            <th scope="col">Tool</th>
            <th scope="col">Conversations</th>
            <th scope="col">With a failure</th>
            <th scope="col">Calls</th>
          </tr>
        </thead>
        <tbody>
          {tools.map(({ tool, conversations, failed, calls, failedCalls }) => (
            <tr key={tool}>
              <th scope="row" title={tool}>
                <LogLink search={{ ...search, tools: [tool] }}>{tool}</LogLink>
              </th>
              <td>{formatCount(conversations)}</td>
              <td>
                {failed === 0 ? (
                  formatCount(failed)
                ) : (
                  <LogLink search={{ ...search, failedTools: [tool] }}>
                    <span>{formatCount(failed)}</span>{' '}
                    <span className="visually-hidden">{`with a failure of ${tool}`}</span>
                  </LogLink>
                )}
              </td>
              <td title={`${formatCount(failedCalls)} of them failed`}>{formatCount(calls)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </ChartPanel>
  );
}
