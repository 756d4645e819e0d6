/** A version whose database the tests take over. */
export interface EarlierVersion {
  readonly name: string;
  readonly commit: string;
  readonly lastMigration: number;
  /** The sum of the sums of its migrations, none of which is ever edited. */
  readonly migrations: string;
}

/**
 * The three last ones, oldest first. Nothing was released before 1.0.0, so that they are commits on the way to it: a release puts
 * itself last, and takes the first one away. Their programs are run by `npm run verify:faults -- --only upgrade`.
 */
export const earlierVersions: readonly EarlierVersion[] = [
  {
    name: '1.0.0-rc.1 with 42 migrations',
    commit: '7919ab4d06e4c1775a4fd48beecd2c4bde430918',
    lastMigration: 42,
    migrations: 'c5cf5a133d222938',
  },
  {
    name: '1.0.0-rc.1 with 44 migrations',
    commit: 'bfce67d79350614ec805217300888df317782942',
    lastMigration: 44,
    migrations: '56f8b1acb4093f6f',
  },
  {
    name: '1.0.0-rc.1 with 46 migrations',
    commit: '9e9f1287152ba141007e77d88db5c2d0c45cd284',
    lastMigration: 46,
    migrations: '66afb26de1b6ae5b',
  },
];
