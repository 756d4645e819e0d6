import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toErrorWords } from '#web/api/error-words.ts';
import { queries } from '#web/api/queries.ts';
import { useOverlayInUrl } from '#web/records/use-overlay-in-url.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';

const maxLength = 200;

/** Whether a text may be the ID of a conversation: one word with a digit, and neither a phrase nor one that is left out. */
export const mayBeId = (text: string) => /^(?=.*\d)[^\s"-][^\s"]{5,}$/.test(text) && text.length <= maxLength;

/** Opens the conversation with an ID, or with the only one that begins like a text, whatever the filters are. */
export function useFindById() {
  const { open } = useOverlayInUrl('record');
  const client = useQueryClient();
  const [isFinding, setFinding] = useState(false);

  /** @returns whether a conversation has been opened */
  async function findById(text: string): Promise<boolean> {
    const externalId = text.trim();
    if (!mayBeId(externalId)) return false;
    setFinding(true);
    try {
      const input = { query: { externalId, beginning: 'true' as const } };
      const { id } = await client.fetchQuery(queries.analytics.findConversation.queryOptions({ input, staleTime: 0 }));
      if (id !== null) open(id);
      return id !== null;
    } catch (error) {
      showToast(toErrorWords(error), 'error');
      return false;
    } finally {
      setFinding(false);
    }
  }

  return { findById, isFinding };
}
