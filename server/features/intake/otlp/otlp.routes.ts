import { implement } from '@orpc/server';
import { otlpContract } from '#contract/intake/otlp.ts';
import { getIntakeCaller, type RequestContext } from '../../../lib/request/request-context.ts';
import { Problem } from '../../../lib/request/problem.ts';
import { emptyReport, findEncoding, toExportResponse } from './decode/otlp-encoding.ts';
import type { OtlpDependencies } from './derive/derive-traces.service.ts';
import { createExportReceiver } from './receive-export.service.ts';
import { receiveScore, receiveScores } from './receive-scores.service.ts';

export function otlpRoutes(dependencies: OtlpDependencies) {
  const os = implement(otlpContract).$context<RequestContext>();
  const receive = createExportReceiver(dependencies);
  const toBody = (context: RequestContext, bytes: Blob) => ({
    contentType: context.headers.get('content-type'),
    bytes,
  });
  const createTraces = (context: RequestContext, bytes: Blob) =>
    receive(getIntakeCaller(context), 'spans', toBody(context, bytes));
  return os.router({
    createTraces: os.createTraces.handler(({ context, input }) => createTraces(context, input.body)),
    createLangfuseTraces: os.createLangfuseTraces.handler(({ context, input }) => createTraces(context, input.body)),
    createLangfuseScores: os.createLangfuseScores.handler(({ context, input }) =>
      receiveScores(receive, getIntakeCaller(context), input.body.batch),
    ),
    createLangfuseScore: os.createLangfuseScore.handler(({ context, input }) =>
      receiveScore(receive, getIntakeCaller(context), { score: input.body, now: dependencies.clock.now() }),
    ),
    createLogs: os.createLogs.handler(({ context, input }) =>
      receive(getIntakeCaller(context), 'logRecords', toBody(context, input.body)),
    ),
    createMetrics: os.createMetrics.handler(({ context }) => {
      const encoding = findEncoding(context.headers.get('content-type'));
      if (!encoding) throw new Problem('intake.otlp-type');
      return toExportResponse('metrics', encoding, emptyReport);
    }),
  });
}
