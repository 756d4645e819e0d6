import type { Framework } from './framework.ts';

/* Frameworks that give single values under names of their own. */

/** FutureAGI's traceAI has the names of OpenInference, and a name of its own for the kind. */
export const futureAgi: Framework = {
  words: ['fi'],
  isOf: (has) => has('fi.span.kind'),
  listNames: ({ attributes }) => [['openinference.span.kind', attributes.get('fi.span.kind')]],
  reads: ['fi.span.kind'],
};

/** Dify's exporter names an application by its service alone, on the span of a message, or of a workflow that no message started. */
export const dify: Framework = {
  isOf: (has) => has('gen_ai.framework'),
  listNames: ({ attributes, parentSpanId }) =>
    attributes.get('gen_ai.framework') === 'dify' && parentSpanId === null
      ? [['gen_ai.workflow.name', attributes.get('service.name')]]
      : [],
  reads: ['gen_ai.framework'],
};

/** OpenLLMetry's instrumentation of CrewAI names a crew, its tasks and its agents under names of its own. */
export const crewAi: Framework = {
  words: ['crewai'],
  isOf: (has) => has('crewai.crew.tasks') || has('crewai.task.description') || has('crewai.agent.role'),
  listNames: ({ attributes }) => [
    ['openinference.span.kind', attributes.has('crewai.crew.tasks') ? 'workflow' : undefined],
    ['gen_ai.workflow.name', attributes.get('crewai.crew.name')],
    ['output.value', attributes.get('crewai.crew.result')],
    // What a program asks; its steps are given the same with the prompt of the framework around it.
    ['input.value', attributes.get('crewai.task.description')],
    ['gen_ai.agent.name', attributes.get('crewai.agent.role')],
  ],
  reads: [
    'crewai.crew.name',
    'crewai.crew.result',
    'crewai.crew.tasks',
    'crewai.task.description',
    'crewai.agent.role',
  ],
};

/** OpenInference's instrumentations of smolagents and Agno name an agent by the span of its run alone: `Leave.run`. */
export const runSpans: Framework = {
  words: ['smolagents', 'agno'],
  isOf: (has) => ['smolagents.max_steps', 'agno.run.id', 'agno.agent.id'].some(has),
  listNames: ({ name, attributes }) => [
    ['agent.name', attributes.get('graph.node.name') ?? name.replace(/\.a?run(?:_stream)?$/, '')],
  ],
  reads: ['graph.node.name'],
};

/**
 * Flowise names a chatflow by its id, on the outermost span of a turn, where its settings add no name. The spans of its settings for
 * Phoenix and Opik name the flow by their project alone.
 */
export const flowise: Framework = {
  words: ['flowise'],
  isOf: (has) => has('flowise.chatflow_id') || (has('openinference.project.name') && has('session.id')),
  listNames: ({ name, attributes }) => {
    const chatflow = attributes.get('flowise.chatflow_id');
    if (chatflow === undefined && name !== 'Flowise') return [];
    return [
      ['gen_ai.operation.name', 'invoke_agent'],
      ['gen_ai.agent.name', chatflow ?? attributes.get('openinference.project.name')],
    ];
  },
  reads: ['flowise.chatflow_id'],
};
