import type { otlpContract } from '#features/intake/contract/otlp.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { emptyReport, findEncoding, toExportResponse } from './decode/otlp-encoding.ts';
import type { Call } from '#server/lib/request/call.ts';
import type { Uses } from '#server/portal/portal.ts';
import { receiveScore, receiveScores } from './receive-scores.service.ts';
import type { Operations } from '#server/portal/operations.ts';

const toBody = ({ headers }: Call, bytes: Blob) => ({ contentType: headers.get('content-type'), bytes });

const createTraces = ({ receiveExport }: Uses<'receiveExport'>, call: Call, bytes: Blob) =>
  receiveExport(call.intakeCaller, 'spans', toBody(call, bytes));

export const otlpOperations: Operations<typeof otlpContract> = {
  createTraces: (portal, call, { body }) => createTraces(portal, call, body),
  createLangfuseTraces: (portal, call, { body }) => createTraces(portal, call, body),
  createLangfuseScores: ({ receiveExport }, { intakeCaller }, { body }) =>
    receiveScores(receiveExport, intakeCaller, body.batch),
  createLangfuseScore: ({ receiveExport, clock }, { intakeCaller }, { body }) =>
    receiveScore(receiveExport, intakeCaller, { score: body, now: clock.now() }),
  createLogs: ({ receiveExport }, call, { body }) => receiveExport(call.intakeCaller, 'logRecords', toBody(call, body)),
  createMetrics: (_portal, { headers }) => {
    const encoding = findEncoding(headers.get('content-type'));
    if (!encoding) throw new Problem('intake.otlp-type');
    return toExportResponse('metrics', encoding, emptyReport);
  },
};
