import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** Facts about the holder and the portal, whose words make a password easy to guess. */
export interface KnownWords {
  readonly email: string;
  readonly name?: string | undefined;
  readonly company?: string | undefined;
  readonly product: string;
}

/** The lowest score of 0 to 4 that is accepted; 2 takes more than a million guesses. */
const lowestScore = 2;

/** The estimate of one password then takes less than 100 ms at the longest that the rule of section 5 allows. */
const limits = { maxLength: 40, l33tMaxSubstitutions: 16 };

/** Read at the first password that is chosen, because the lists take 150 ms. */
let estimator: Promise<ZxcvbnFactory> | undefined;

async function readEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Estimator }, { dictionary, adjacencyGraphs: graphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new Estimator({ dictionary, graphs, ...limits });
}

/**
 * Whether a password is one of the most used ones, or is made of one, of a row of keys, of a date or of what is known of
 * its holder, so that a million guesses find it. Passwords of more than 40 characters are refused elsewhere.
 */
export async function isGuessable(password: string, known: KnownWords): Promise<boolean> {
  estimator ??= readEstimator();
  const { score } = (await estimator).check(password, toWords(known));
  return score < lowestScore;
}

function toWords({ email, name = '', company = '', product }: KnownWords): string[] {
  const words = `${email} ${name} ${company} ${product}`.toLowerCase().split(/[\s@.,_+-]+/);
  return [...new Set(words.filter((word) => word.length > 2))].slice(0, 30);
}
