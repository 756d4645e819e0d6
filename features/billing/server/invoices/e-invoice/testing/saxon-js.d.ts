declare module 'saxon-js' {
  interface Options {
    readonly stylesheetInternal: unknown;
    readonly sourceText: string;
    readonly destination: 'serialized';
  }
  const SaxonJS: { transform(options: Options, execution: 'sync'): { readonly principalResult: string } };
  export default SaxonJS;
}
