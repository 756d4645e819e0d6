import type { ReportedMessage } from './normalize-batch.ts';

interface Answerable {
  readonly lastMessageAt: number | null;
  readonly awaitsAnswer: boolean;
}

/** Whether a message counts as an answer or a question. */
export const isShown = ({ hide, loading }: ReportedMessage): boolean => !hide && !loading;

/** The conversation with a message that is shown. Of messages with the same instant an answer comes after the question. */
export function noteMessage<Conversation extends Answerable>(
  current: Conversation,
  { sentAt, isAssistant }: ReportedMessage,
): Conversation {
  const { lastMessageAt, awaitsAnswer } = current;
  if (lastMessageAt !== null && sentAt < lastMessageAt) return current;
  const isAnswered = isAssistant || (sentAt === lastMessageAt && !awaitsAnswer);
  if (sentAt === lastMessageAt && awaitsAnswer === !isAnswered) return current;
  return { ...current, lastMessageAt: sentAt, awaitsAnswer: !isAnswered };
}
