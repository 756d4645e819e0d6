import type { MessagePart } from '#contract/analytics/message-parts.ts';
import type { Language } from './languages.ts';
import type { Random } from './random.ts';

/** Who speaks, and what the demo has at hand for pictures. */
export interface Scene {
  readonly random: Random;
  /** The day of the dialogue in the company's zone, as `2026-11-21`. */
  readonly day: string;
  readonly person: Person;
  /** Full names of others in the company. */
  readonly colleagues: readonly string[];
  /** Keys of pictures that were uploaded for this company. */
  readonly fileKeys: Readonly<Record<PictureName, string>>;
}

export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly sapId: string;
}

/** Pictures that people hand in. */
export const pictureNames = ['receipt', 'screen', 'parcel'] as const;
export type PictureName = (typeof pictureNames)[number];

/** What is drawn anew for each dialogue, by the name under which its lines mention it. */
export type Facts = Readonly<Record<string, string>>;

/** A dialogue of one skill, in several languages and with everything that changes from time to time left open. */
export interface Script {
  /** As the assistant reports it. */
  readonly skill: string;
  /** How often it is asked for beside the others. */
  readonly weight: number;
  /** What the skill talks to, as it is named to people. */
  readonly system: string;
  /** Calls of that system in one dialogue, at least and at most. */
  readonly apiCalls: readonly [number, number];
  /** Why the system refuses, in its own words. */
  readonly refusals: readonly string[];
  /** Whether somebody approves what came of it. */
  readonly isApproved?: boolean;
  readonly facts: (scene: Scene) => Facts;
  /** Parts by the name under which lines mention them as `[[name]]`. */
  readonly parts?: (scene: Scene, facts: Facts) => Readonly<Record<string, MessagePart>>;
  /**
   * One message a line; the person's start with `> `. `{fact}` and `[[part]]` are filled in; ` | ` between texts makes
   * one part with a list of them. English is there for everybody.
   */
  readonly lines: Readonly<Partial<Record<Language, readonly string[]>>> & { readonly en: readonly string[] };
}
