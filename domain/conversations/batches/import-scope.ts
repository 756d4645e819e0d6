import type { Batch } from './normalize-batch.ts';

/** An import changes what it has stored itself, so that nothing is doubled and all of it can be undone. */
export const isOfImport = (
  stored: { readonly intakeKeyId: string | null } | undefined,
  { isImport, intakeKeyId }: Pick<Batch, 'isImport' | 'intakeKeyId'>,
): boolean => !isImport || stored === undefined || stored.intakeKeyId === intakeKeyId;
