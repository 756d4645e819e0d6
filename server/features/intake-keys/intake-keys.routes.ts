import { implement } from '@orpc/server';
import { intakeKeysContract } from '#contract/intake/intake-keys.ts';
import { toCallContext } from '../../lib/request/call-context.ts';
import { getActor, type RequestContext } from '../../lib/request/request-context.ts';
import {
  createIntakeKey,
  listIntakeKeys,
  renameIntakeKey,
  revokeIntakeKey,
  rotateIntakeKey,
} from './intake-keys.service.ts';
import { getKeyReports, updateKeyAlerts, type KeyReportsDependencies } from './reports/key-reports.service.ts';

export function intakeKeysRoutes(dependencies: KeyReportsDependencies) {
  const os = implement(intakeKeysContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context }) => listIntakeKeys(dependencies, getActor(context))),
    create: os.create.handler(({ context, input }) =>
      createIntakeKey(dependencies, toCallContext(context), input.body),
    ),
    rename: os.rename.handler(({ context, input: { params, body } }) =>
      renameIntakeKey(dependencies, toCallContext(context), {
        id: params.id,
        name: body.name,
        version: body.version,
      }),
    ),
    rotate: os.rotate.handler(({ context, input: { params, body } }) =>
      rotateIntakeKey(dependencies, toCallContext(context), { id: params.id, graceDays: body.graceDays }),
    ),
    revoke: os.revoke.handler(({ context, input }) =>
      revokeIntakeKey(dependencies, toCallContext(context), input.params.id),
    ),
    getReports: os.getReports.handler(({ context, input: { params, query } }) =>
      getKeyReports(dependencies, getActor(context), { id: params.id, days: query?.days }),
    ),
    updateAlerts: os.updateAlerts.handler(({ context, input: { params, body } }) =>
      updateKeyAlerts(dependencies, toCallContext(context), { id: params.id, silenceHours: body.silenceHours }),
    ),
  });
}
