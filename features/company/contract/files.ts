import * as z from 'zod';
import { defineEndpoints } from '#contract/endpoint.ts';

/** 128 random bits, in base64url. */
export const FileKey = z.string().regex(/^[A-Za-z0-9_-]{22}$/);

const endpoint = defineEndpoints('Files', 'dev');

export const filesContract = {
  get: endpoint({
    method: 'GET',
    path: '/files/{key}',
    summary: 'Get a file of the company by its key',
    access: 'signed-in',
    problems: ['files.not-found'],
  })
    .input(
      z.object({
        params: z.object({ key: z.string().max(200) }),
        /** A picture without a thumbnail is answered in full size. */
        query: z.strictObject({ size: z.literal('thumbnail').optional() }).optional(),
      }),
    )
    .output(z.instanceof(Blob)),
};
