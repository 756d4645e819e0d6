import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromRoot } from '../setup/paths.mjs';
import { listInner } from './inner-parts.ts';
import { toLicence } from './licences.ts';
import { runNpm } from './npm.ts';
import { toName, type LockedPackage, type LockedPackages } from './packages.ts';
import type { Component, Parts, Source } from './parts.ts';
import { toBundleName } from './shipped.ts';

interface Sbom {
  readonly components: readonly Component[];
  readonly dependencies: ReadonlyArray<{ readonly ref: string; readonly dependsOn: readonly string[] }>;
  readonly metadata: { readonly component: Component };
}

/**
 * The list of what is shipped as CycloneDX, made by npm from a lockfile of nothing else. What npm takes from the moment and the
 * machine is replaced by what follows from the commit, so that the same commit makes the same bytes.
 */
export async function renderSbom(source: Source, parts: Parts): Promise<string> {
  const { metadata, components, dependencies, ...head } = await runSbom(source, parts);
  const inner = await listInner(source, parts);
  const { version, platform, kind, commit, time } = source;
  const needs = new Map(inner.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const sbom = {
    ...head,
    serialNumber: toSerialNumber(`${toBundleName(version, platform)} ${kind} ${commit}`),
    metadata: {
      ...metadata,
      timestamp: time === undefined ? undefined : new Date(time).toISOString(),
      lifecycles: [{ phase: 'build' }],
      tools: [{ vendor: 'npm', name: 'cli' }],
      component: { ...metadata.component, name: 'steward', type: 'application', description: describe(source) },
    },
    components: [...amend(components, source.locked, parts), ...inner.components].toSorted(byRef),
    dependencies: [
      ...dependencies.map(({ ref, dependsOn }) => ({ ref, dependsOn: [...dependsOn, ...(needs.get(ref) ?? [])] })),
      ...inner.components.map((component) => ({ ref: component['bom-ref'], dependsOn: [] })),
    ],
  };
  return `${JSON.stringify(sbom, null, 2)}\n`;
}

const byRef = (one: Component, other: Component) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1);

const describe = ({ kind, platform, commit }: Source) =>
  `The portal in which a company runs its enterprise chat assistant: ${kind} for ${platform}, commit ${commit ?? 'unknown'}.`;

/** An id in the form of a random one (version 8 of RFC 9562), made of a text. */
function toSerialNumber(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 3) | 8).toString(16);
  const groups = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `urn:uuid:${groups.join('-')}`;
}

/** Runs npm on a lockfile that names the shipped packages alone. */
async function runSbom({ version, locked }: Source, { places, inPages }: Parts): Promise<Sbom> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-sbom-'));
  try {
    const lock = toShippedLock(locked, [...places, ...inPages]);
    const own = { name: 'steward', version, license: 'Apache-2.0', dependencies: lock['']?.dependencies };
    await writeFile(join(folder, 'package.json'), JSON.stringify({ ...own, private: true }));
    const lockfile = { name: own.name, version, lockfileVersion: 3, requires: true, packages: lock };
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lockfile));
    await writeFile(join(folder, '.npmrc'), await readFile(fromRoot('.npmrc')));
    return JSON.parse(
      await runNpm(['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'], folder),
    ) as Sbom;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The lockfile of the shipped packages: needs that are not shipped, such as those of a build, are left out. */
function toShippedLock(locked: LockedPackages, places: readonly string[]): Record<string, LockedPackage> {
  const names = new Set(places.map(toName));
  const keep = (needs: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(Object.entries(needs).filter(([name]) => names.has(name)));
  const { dependencies, optionalDependencies } = locked[''] ?? {};
  const roots = keep({ ...dependencies, ...optionalDependencies });
  const entries = places.map((place): [string, LockedPackage] => {
    const entry = locked[place] ?? {};
    const needs = keep({ ...entry.optionalDependencies, ...entry.dependencies });
    const license = toLicence(toName(place), entry.license);
    // As npm writes it, and not as it was installed: what is optional, or for one platform, is shipped here.
    const { version, integrity } = entry;
    return [place, { version, integrity, license, dependencies: needs } as LockedPackage];
  });
  return { '': { dependencies: roots }, ...Object.fromEntries(entries) };
}

/** Says of each component whether it lies in node_modules or was built into the pages. */
function amend(components: readonly Component[], locked: LockedPackages, { places }: Parts): Component[] {
  const installed = new Set(places.map((place) => `${toName(place)}@${locked[place]?.version}`));
  return components.map((component) => {
    const value = installed.has(`${component.name}@${component.version}`) ? 'node_modules' : 'pages';
    return { ...component, properties: [{ name: 'steward:shipped-in', value }] };
  });
}
