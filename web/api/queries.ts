import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { client } from './client.ts';

/** Query options, mutation options and keys of every endpoint. */
export const queries = createTanstackQueryUtils(client);
