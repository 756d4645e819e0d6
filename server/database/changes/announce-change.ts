import type { ChangeFeed } from './change-feed.ts';

/** Announces changes of a company that are no conversations, when they are committed, to those who watch its figures. */
export const createAnnouncer =
  (changes: Pick<ChangeFeed, 'announce'>) =>
  async <Result>({ companyId }: { readonly companyId: string }, change: Promise<Result>): Promise<Result> => {
    const result = await change;
    changes.announce(companyId);
    return result;
  };
