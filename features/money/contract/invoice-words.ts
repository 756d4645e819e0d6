/** The name of the company's own record in lists, pages and files; it is no invoice of the provider. */
export const recordWords = 'Record of the company';
