import type { MessagePart } from '#contract/conversations/message-parts.ts';
import type { Language } from './languages.ts';
import type { Random } from './random.ts';

/** The parameters of one dialogue. */
export interface Scene {
  readonly random: Random;
  /** The day of the dialogue in the company's time zone, as `2026-11-21`. */
  readonly day: string;
  readonly person: Person;
  /** Full names of other users of the company. */
  readonly colleagues: readonly string[];
  /** Keys of the uploaded pictures of this company. */
  readonly fileKeys: Readonly<Record<PictureName, string>>;
}

export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly sapId: string;
}

/** Pictures that users upload. */
export const pictureNames = ['receipt', 'screen', 'parcel'] as const;
export type PictureName = (typeof pictureNames)[number];

/** Random values of a dialogue by the name that its lines mention as `{name}`. */
export type Facts = Readonly<Record<string, string>>;

/** The template of a dialogue with one skill, in several languages. */
export interface Script {
  /** Name of the reported skill. */
  readonly skill: string;
  /** Relative frequency. */
  readonly weight: number;
  /** Display name of the system that the skill calls. */
  readonly system: string;
  /** Minimum and maximum of API calls in one dialogue. */
  readonly apiCalls: readonly [number, number];
  /** Messages of the system for a failed call. */
  readonly errorMessages: readonly string[];
  /** Whether the result is approved. */
  readonly isApproved?: boolean;
  readonly facts: (scene: Scene) => Facts;
  /** Parts by the name under which lines mention them as `[[name]]`. */
  readonly parts?: (scene: Scene, facts: Facts) => Readonly<Record<string, MessagePart>>;
  /**
   * One message per line; lines of the user start with `> `. `{fact}` and `[[part]]` are filled in; ` | ` makes
   * one part with a list of them. English is the fallback.
   */
  readonly lines: Readonly<Partial<Record<Language, readonly string[]>>> & { readonly en: readonly string[] };
}
