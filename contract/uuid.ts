/** A UUID of any version in lower case, as a part of patterns. */
export const uuidPart = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const pattern = new RegExp(`^${uuidPart}$`, 'i');

/** Whether the text is a UUID of any version, in lower or upper case. */
export const isUuid = (text: string): boolean => pattern.test(text);
