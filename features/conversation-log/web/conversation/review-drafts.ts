import type { ReviewForm } from '#features/conversation-log/contract/reviews.ts';
import { onSessionChange } from '#web/api/session/session-changes.ts';
import { tabStorage } from '#web/lib/tab-storage.ts';

/** Values that were typed into the review of a conversation and are not saved. */
export interface ReviewDraft extends Required<ReviewForm> {
  /** A tag that Enter or a comma has not ended yet. */
  readonly typedTag: string;
}

interface Kept {
  /** The account that typed them. */
  readonly by: string;
  readonly drafts: Readonly<Record<string, ReviewDraft>>;
}

const storageKey = 'review-drafts';
/** The oldest go first. */
const mostDrafts = 20;

function readKept(by: string): Kept['drafts'] {
  try {
    const kept = JSON.parse(tabStorage.getItem(storageKey) ?? '') as Kept;
    return kept.by === by ? kept.drafts : {};
  } catch {
    return {};
  }
}

/** The draft of a conversation, which this tab keeps until it is saved, discarded, or its account signs out. */
export const findDraft = (by: string, id: string): ReviewDraft | undefined => readKept(by)[id];

/** Keeps the draft of a conversation; `undefined` discards it. */
export function keepDraft(by: string, id: string, draft: ReviewDraft | undefined): void {
  const others = Object.entries(readKept(by)).filter(([key]) => key !== id);
  const drafts = [...others, ...(draft ? [[id, draft] as const] : [])].slice(-mostDrafts);
  if (drafts.length === 0) tabStorage.removeItem(storageKey);
  else tabStorage.setItem(storageKey, JSON.stringify({ by, drafts: Object.fromEntries(drafts) } satisfies Kept));
}

onSessionChange((change) => {
  if (change === 'signed-out') tabStorage.removeItem(storageKey);
});
