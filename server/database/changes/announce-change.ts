import type { ChangeFeed } from './change-feed.ts';

interface Announcing {
  readonly changes: Pick<ChangeFeed, 'announce'>;
}

interface OfCompany {
  readonly actor: { readonly companyId: string };
}

/** Announces a change of a company that is no conversation, when it is committed, to those who watch its figures. */
export async function announce<Result>(
  { changes }: Announcing,
  { actor }: OfCompany,
  change: Promise<Result>,
): Promise<Result> {
  const result = await change;
  changes.announce(actor.companyId);
  return result;
}
