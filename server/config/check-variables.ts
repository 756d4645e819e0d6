import { OtelVariables } from './otel-variables.ts';
import { fileName, readSecretFile } from './secret-files.ts';
import { companions, conflicts, secretNames, Variables } from './variables.ts';

/** A variable has a wrong value. The message is one line, which is printed alone. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const toError = (subject: string, error: string) => new ConfigError(`${subject} ${error} (see .env.example).`);

export type AllVariables = Variables & OtelVariables;

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The values of all variables, each checked, with those of secrets that stand in files.
 * @throws ConfigError
 */
export function checkVariables(env: Environment): AllVariables {
  const given = readSecretFiles(Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim())));
  const [parsed, defaults] = [parseAll(given), parseAll({})];
  for (const [one, other] of companions) {
    if (parsed[one] !== defaults[one] && given[other] === undefined) {
      throw toError(nameSource(one, given), `needs ${other} beside it`);
    }
  }
  const conflict = conflicts.find(({ isPresent }) => isPresent(parsed));
  if (conflict) throw new ConfigError(`${conflict.text.replace(/\.$/, '')} (see .env.example).`);
  return parsed;
}

/** Puts the content of the file that `NAME_FILE` names in the place of `NAME`. */
function readSecretFiles(given: Environment): Environment {
  const read = secretNames.flatMap((name) => {
    const variable = fileName(name);
    const path = given[variable];
    if (path === undefined) return [];
    if (given[name] !== undefined) throw toError(`${name} and ${variable}`, 'can not both be set: keep one of them');
    const error = leftInside.find(([pattern]) => pattern.test(path.trim()))?.[1];
    if (error !== undefined) throw toError(variable, error);
    try {
      return [[name, readSecretFile(path)] as const];
    } catch (failure) {
      throw toError(variable, (failure as Error).message);
    }
  });
  return { ...given, ...Object.fromEntries(read) };
}

/** A value names the variable that was set. */
const nameSource = (name: string, given: Environment) =>
  secretNames.includes(name) && given[fileName(name)] !== undefined ? `What ${fileName(name)} names` : name;

/** Signs that a template or another program left in a value. */
const leftInside: ReadonlyArray<readonly [pattern: RegExp, error: string]> = [
  [/^(["'])(?:(?!\1).)*\1$/s, 'must be without quotes around it, which would be a part of it here'],
  [/^(?:\$\{.*\}|\$\(.*\)|\{\{.*\}\}|<[^<>@]*>)$/s, 'must be a value: a placeholder stands in its place'],
];

/** Refuses the first wrong variable, with its name. */
function parseAll(given: Environment): AllVariables {
  for (const name of [...Object.keys(OtelVariables.shape), ...Object.keys(Variables.shape)]) {
    const value = given[name]?.trim() ?? '';
    const error = leftInside.find(([pattern]) => pattern.test(value))?.[1];
    if (error !== undefined) throw toError(nameSource(name, given), error);
  }
  for (const variables of [OtelVariables, Variables]) {
    const [issue] = variables.safeParse(given).error?.issues ?? [];
    if (issue) throw toError(nameSource(String(issue.path[0]), given), issue.message);
  }
  return { ...OtelVariables.parse(given), ...Variables.parse(given) };
}
