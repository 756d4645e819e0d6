import { failed, hasException, type Framework } from './framework.ts';

/** Laminar names a run by its outermost span, and says of a span that failed nothing but the exception. */
export const laminar: Framework = {
  words: ['lmnr'],
  isOf: (has) => has('lmnr.span.path') || has('lmnr.span.type'),
  listNames: (span) => {
    const type = String(span.attributes.get('lmnr.span.type') ?? 'DEFAULT');
    const isRun = span.parentSpanId === null && type === 'DEFAULT';
    return [
      ['gen_ai.operation.name', isRun ? 'invoke_workflow' : undefined],
      ['gen_ai.workflow.name', isRun ? span.name : undefined],
      ['gen_ai.tool.name', type === 'TOOL' ? span.name : undefined],
      ...(hasException(span) ? failed : []),
    ];
  },
};
