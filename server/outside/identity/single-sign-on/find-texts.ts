import { Resolver } from 'node:dns/promises';

/** The name, or the record of this name, does not exist. Any other failure is an outage. */
const absentCodes: readonly unknown[] = ['ENOTFOUND', 'ENODATA'];

/**
 * The texts of a TXT record, by DNS alone, outside the thread pool; undefined without a certain answer.
 * @param servers by default those of the machine
 */
export async function findTexts(name: string, servers?: readonly string[]): Promise<readonly string[] | undefined> {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  if (servers) resolver.setServers(servers);
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    return absentCodes.includes((error as NodeJS.ErrnoException).code) ? [] : undefined;
  }
}
