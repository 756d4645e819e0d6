/**
 * Files that are always fetched together are one file. Left alone, the bundler makes one of every few lines that two
 * pages share, and each costs a round trip on a slow line.
 */
export const chunkGroups = [
  {
    name: 'portal',
    test: /\0rolldown|node_modules\/(?:react|react-dom|scheduler|@tanstack\/(?:history|query-core|react-query|react-router|react-store|router-core|store))\/|web\/(?:lib\/(?:settings|use-page-title)|paths|api\/session-changes)/,
    priority: 2,
  },
  {
    name: 'fields',
    test: /node_modules\/@mantine\/(?:form|core\/esm\/components\/(?:CloseButton|Input|InputBase|PasswordInput|TextInput))\/|web\/ui\/(?:form-|password-field)|web\/api\/(?:client|api-|identity-token|error-words|form-errors|use-api-form|chosen-company)/,
    priority: 1,
  },
];
