import type { Framework } from './framework.ts';

const kinds: Readonly<Record<string, string>> = {
  llm: 'llm',
  request: 'llm',
  agent: 'agent',
  workflow: 'workflow',
  tool: 'tool',
};

/** AgentOps names what its decorators are on; its session is the trace, and tasks and operations are steps. */
export const agentOps: Framework = {
  words: ['agentops'],
  isOf: (has) => has('agentops.span.kind'),
  listNames: ({ name, attributes }) => {
    const kind = kinds[String(attributes.get('agentops.span.kind')).toLowerCase()];
    const entity =
      attributes.get('operation.name') ?? attributes.get('agentops.entity.name') ?? name.replace(/\.\w+$/, '');
    return [
      ['openinference.span.kind', kind],
      [
        'gen_ai.agent.name',
        kind === 'agent' || kind === 'workflow' ? (attributes.get('agent.name') ?? entity) : undefined,
      ],
      ['gen_ai.tool.name', kind === 'tool' ? entity : undefined],
      ['traceloop.entity.input', attributes.get('agentops.entity.input')],
      ['traceloop.entity.output', attributes.get('agentops.entity.output')],
    ];
  },
  reads: [
    'agentops.span.kind',
    'agentops.entity.name',
    'agentops.entity.input',
    'agentops.entity.output',
    'operation.name',
  ],
};
