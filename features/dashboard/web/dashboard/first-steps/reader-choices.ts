import { rights, type LevelOf } from '#features/people/contract/role-rights.ts';
import type { Role } from '#contract/roles.ts';

interface ReaderChoice {
  readonly label: string;
  readonly explanation: string;
  /** The right "Transcripts" of each role. */
  readonly levels: Readonly<Record<Role, LevelOf<'transcripts'>>>;
}

const forUsers = (level: LevelOf<'transcripts'>) =>
  ({ SuperAdmin: 'all', Admin: 'all', User: level, TechnicalUser: level }) as const;

/** Answers to who may read conversations; the first is what holds for a company that has chosen nothing. */
export const readerChoices = {
  everyone: {
    label: 'Everyone',
    explanation: 'All users of your company read all conversations.',
    levels: rights.transcripts.defaults,
  },
  administrators: {
    label: 'Administrators only',
    explanation: 'SuperAdmins and Admins read all conversations, other users none.',
    levels: forUsers('none'),
  },
  own: {
    label: 'Each user their own',
    explanation:
      'SuperAdmins and Admins read all conversations, other users only theirs. Your assistant has to report e-mail addresses for this.',
    levels: forUsers('own'),
  },
} as const satisfies Record<string, ReaderChoice>;

export type ReaderChoiceName = keyof typeof readerChoices;
