import type { intakeKeysContract } from '#features/intake/contract/intake-keys.ts';
import {
  createIntakeKey,
  listIntakeKeys,
  renameIntakeKey,
  revokeIntakeKey,
  rotateIntakeKey,
} from './intake-keys.service.ts';
import { getKeyReports, updateKeyAlerts } from './reports/key-reports.service.ts';
import type { Operations } from '#server/portal/operations.ts';

export const intakeKeysOperations: Operations<typeof intakeKeysContract> = {
  list: (portal, { actor }) => listIntakeKeys(portal, actor),
  create: (portal, call, { body }) => createIntakeKey(portal, call, body),
  rename: (portal, call, { params, body }) =>
    renameIntakeKey(portal, call, {
      id: params.id,
      name: body.name,
      version: body.version,
    }),
  rotate: (portal, call, { params, body }) =>
    rotateIntakeKey(portal, call, { id: params.id, graceDays: body.graceDays }),
  revoke: (portal, call, { params }) => revokeIntakeKey(portal, call, params.id),
  getReports: (portal, { actor }, { params, query }) =>
    getKeyReports(portal, actor, { id: params.id, days: query?.days }),
  updateAlerts: (portal, call, { params, body }) =>
    updateKeyAlerts(portal, call, { id: params.id, silenceHours: body.silenceHours }),
};
