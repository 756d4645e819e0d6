import type { FindUser } from '../../ledger/reported-users.ts';
import type { Conversation, LocalTime, StoredMessage } from '../conversation.ts';
import type { ComparedMessage } from './compared-messages.ts';
import type { ReportedConversation } from './normalize-batch.ts';

/** Stored state of everything that the batches name. */
export interface Known {
  readonly conversations: ReadonlyMap<string, Conversation>;
  /** By `toMessageKey`. */
  readonly messages: ReadonlyMap<string, StoredMessage>;
  /** The stored messages of conversations that both sources may have reported or whose texts were deleted, by conversation. */
  readonly compared: ReadonlyMap<string, readonly ComparedMessage[]>;
  readonly findLocalTime: (instant: number) => LocalTime;
  readonly findSkill: (skill: ReportedConversation['skill']) => number | undefined;
  readonly findUser: FindUser;
  /** Deleted conversations, of which nothing is stored; true where their requests are not billed either. */
  readonly deleted: ReadonlyMap<string, boolean>;
  /** The numbers of erased persons, whose conversations are stored without texts. */
  readonly erasedUsers: ReadonlySet<number>;
}
