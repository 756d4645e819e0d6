/** The part of Lighthouse that is used: its package is installed by `npm run bench` alone, the types are checked always. */
declare module 'lighthouse' {
  interface Audit {
    readonly score: number | null;
    readonly numericValue?: number;
  }

  interface Category {
    readonly score: number | null;
    readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
  }

  interface Result {
    readonly lhr: {
      readonly categories: Readonly<Record<string, Category | undefined>>;
      readonly audits: Readonly<Record<string, Audit | undefined>>;
      readonly runtimeError?: { readonly message: string };
      readonly finalDisplayedUrl: string;
    };
  }

  interface Flags {
    readonly port: number;
    readonly onlyCategories: readonly string[];
    readonly disableStorageReset: boolean;
    readonly logLevel: 'error';
  }

  export const desktopConfig: object;
  export default function lighthouse(address: string, flags: Flags, config?: object): Promise<Result | undefined>;
}
