import { failed, type Framework, type Names } from './framework.ts';

const operations: Readonly<Record<string, string>> = {
  interaction: 'invoke_agent',
  llm_request: 'chat',
  tool: 'execute_tool',
};

const redacted = '<REDACTED>';

/**
 * The spans of the Claude Agent SDK and Claude Code: a turn is an `interaction`. Their names are common words, but no one else has
 * these together. Steps inside the call of a tool, e.g. the wait for a permission, are no calls.
 */
export const claudeAgent: Framework = {
  words: ['user_prompt', 'user_prompt_length', 'llm_request'],
  isOf: (has) =>
    has('span.type') && ['user_prompt_length', 'user_prompt', 'llm_request.context', 'tool_name', 'ttft_ms'].some(has),
  listNames: ({ attributes }) => {
    const get = (name: string) => attributes.get(name);
    const operation = operations[String(get('span.type'))] ?? 'processor_run';
    const prompt = get('user_prompt');
    const hasFailed = get('success') === false || get('success') === 'false';
    const names: Names = [
      ['gen_ai.operation.name', operation],
      ...(hasFailed ? failed : []),
      ['error.message', hasFailed ? get('error') : undefined],
    ];
    if (operation === 'invoke_agent') return [...names, ['input.value', prompt === redacted ? undefined : prompt]];
    if (operation === 'execute_tool') return [...names, ['gen_ai.tool.name', get('tool_name')]];
    if (operation !== 'chat') return names;
    return [
      ...names,
      ['gen_ai.request.model', get('model')],
      ['gen_ai.usage.input_tokens', get('input_tokens')],
      ['gen_ai.usage.output_tokens', get('output_tokens')],
      ['gen_ai.usage.cache_read.input_tokens', get('cache_read_tokens')],
      ['output.value', get('response.model_output')],
    ];
  },
  reads: [
    'span.type',
    'user_prompt',
    'tool_name',
    'input_tokens',
    'output_tokens',
    'cache_read_tokens',
    'response.model_output',
    'success',
    'error',
    'model',
  ],
};
