import type { Framework } from './framework.ts';

const names = ['ai.service.class', 'ai.service.class_name', 'ai.service.interface'];

/** LangChain4j's services of Quarkus: the method of an interface is what runs. */
export const langChain4j: Framework = {
  isOf: (has) => names.some(has),
  listNames: ({ name, attributes }) => {
    const service = names.map((each) => attributes.get(each)).find((each) => each !== undefined);
    const method = attributes.get('ai.service.method') ?? attributes.get('ai.service.method_name');
    const isService = name.startsWith('langchain4j.aiservices.') || !attributes.has('gen_ai.operation.name');
    const isTool = name.startsWith('langchain4j.tools.');
    const [simple = ''] = String(service).split('.').slice(-1);
    if (isTool)
      return [
        ['gen_ai.operation.name', 'execute_tool'],
        ['gen_ai.tool.name', name.slice('langchain4j.tools.'.length)],
      ];
    if (!isService) return [];
    return [
      ['gen_ai.operation.name', 'invoke_agent'],
      ['gen_ai.agent.name', method === undefined ? simple : `${simple}.${String(method)}`],
    ];
  },
  reads: [...names, 'ai.service.method', 'ai.service.method_name'],
};
