/** Whether a `Content-Type` header is JSON in UTF-8. */
export function isJsonType(contentType: string | null): boolean {
  return /^application\/json\s*(;\s*charset=("?)utf-8\2\s*)?$/i.test(contentType?.trim() ?? '');
}
