import { formatDay, formatTime } from '#contract/calendar/formats.ts';
import { getDay } from '#contract/calendar/zones.ts';
import type { MailMessage } from './mail-layout.ts';

/** An intake key that became silent or failing, or is so no more. Times in milliseconds. */
export interface IntakeKeyFacts {
  about: 'intakeKey';
  id: string;
  name: string;
  turn: 'silent' | 'reporting' | 'failing' | 'accepted';
  /** When it was found. */
  at: number;
  /** When something of it was accepted last; null for never. */
  acceptedAt: number | null;
  silenceHours: number | null;
}

interface Reader {
  readonly companyName: string;
  readonly timeZone: string;
}

export function intakeKeyMessage(
  { companyName, timeZone }: Reader,
  { name, turn, at, acceptedAt }: IntakeKeyFacts,
  url: string,
): MailMessage {
  const toTime = (ms: number) => `${formatDay(getDay(ms, timeZone))}, ${formatTime(ms, timeZone)} (${timeZone})`;
  const key = `The intake key ${name} of ${companyName}`;
  const action = { label: 'Open the key', url };
  const last = acceptedAt === null ? '' : ` since ${toTime(acceptedAt)}`;
  const messages: Readonly<Record<IntakeKeyFacts['turn'], Omit<MailMessage, 'action' | 'note'>>> = {
    silent: {
      subject: `${key} reports nothing any more`,
      heading: 'An intake key is silent',
      paragraphs: [
        `${key} has reported nothing${last}.`,
        'Check whether its assistant runs and sends. You get one e-mail when it reports again. The page of the key shows what was rejected, and there you choose after how many hours you are notified.',
      ],
    },
    reporting: {
      subject: `${key} reports again`,
      heading: 'The intake key reports again',
      paragraphs: [`${key} reports again since ${toTime(at)}.`],
    },
    failing: {
      subject: `Much of what the intake key ${name} of ${companyName} reports is rejected`,
      heading: 'Reports of an intake key are rejected',
      paragraphs: [
        `Since about ${toTime(at)}, unusually much of what the intake key ${name} reports is rejected.`,
        'The page of the key shows the reasons. You get one e-mail when it is over.',
      ],
    },
    accepted: {
      subject: `Reports of the intake key ${name} of ${companyName} are accepted again`,
      heading: 'Reports of the intake key are accepted again',
      paragraphs: [`Since ${toTime(at)}, reports of the intake key ${name} are accepted as before.`],
    },
  };
  return { ...messages[turn], action, note: '' };
}
