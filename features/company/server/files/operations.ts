import type { filesContract } from '#features/company/contract/files.ts';
import { getFile } from './files.service.ts';
import type { Operations } from '#server/portal/operations.ts';

export const filesOperations: Operations<typeof filesContract> = {
  get: (portal, { actor }, { params, query }) => getFile(portal, actor, { key: params.key, size: query?.size }),
};
