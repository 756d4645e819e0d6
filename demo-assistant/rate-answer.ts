import type { ConversationStatus } from '#contract/conversations/conversations.ts';
import type { Rating } from '#features/intake/contract/ratings.ts';
import type { Language } from './languages.ts';
import { createRandom } from './random.ts';

interface Rated {
  /** Id of the conversation, and seed of the random values. */
  readonly id: string;
  readonly status: ConversationStatus;
  readonly language: Language;
  /** Instant of the answer. */
  readonly date: string;
  readonly now: Date;
}

const complaints: Readonly<Record<Language, readonly string[]>> = {
  en: ['This did not answer my question.', 'It took too long.'],
  de: ['Das hat meine Frage nicht beantwortet.', 'Das hat zu lange gedauert.'],
  fi: ['Tämä ei vastannut kysymykseeni.', 'Tämä kesti liian kauan.'],
  nl: ['Dit beantwoordde mijn vraag niet.', 'Het duurde te lang.'],
  et: ['See ei vastanud minu küsimusele.', 'See võttis liiga kaua aega.'],
};

/** Rates the last answer in a few conversations; some negative ratings have a comment. */
export function rateAnswer({ id, status, language, date, now }: Rated): Rating | undefined {
  const random = createRandom(`${id} rating`);
  if (!random.chance(status === 'Completed' ? 0.14 : 0.3)) return undefined;
  const ratedAt = new Date(Date.parse(date) + random.int(3000, 90_000));
  if (ratedAt > now) return undefined;
  const isContent = random.chance(status === 'Completed' ? 0.88 : 0.15);
  const comment = !isContent && random.chance(0.6) ? { comment: random.pick(complaints[language]) } : {};
  return { date: ratedAt.toISOString(), value: isContent ? 'positive' : 'negative', ...comment };
}
