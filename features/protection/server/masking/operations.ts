import type { maskingContract } from '#features/protection/contract/masking.ts';
import { previewMasking } from './masking-preview.service.ts';
import { getMasking, tryMasking, updateMasking } from './masking.service.ts';
import type { Operations } from '#server/portal/operations.ts';

export const maskingOperations: Operations<typeof maskingContract> = {
  get: (portal, { actor }) => getMasking(portal, actor),
  update: (portal, call, { body }) => updateMasking(portal, call, body),
  try: (portal, { actor }, { body }) => tryMasking(portal, actor, body),
  preview: (portal, { actor }, { body }) => previewMasking(portal, actor, body.settings),
};
