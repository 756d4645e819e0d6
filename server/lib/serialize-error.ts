/** What the log keeps of an error: enough to find its place in the code, nothing that somebody has entered. */
export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly constraint?: string;
  readonly table?: string;
  /** Where it was thrown, without the message. */
  readonly stack: string;
  readonly cause?: LoggedError;
}

const maxDepth = 5;

/**
 * Errors of the database and of libraries carry the values of a request: in `params`, in `detail`, behind `Failed
 * query:`, and quoted or as addresses in their messages. Only named properties are kept, and the message without those.
 */
export function serializeError(error: unknown, depth = 1): LoggedError | undefined {
  if (error === undefined || error === null) return undefined;
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown };
  const cause = depth < maxDepth ? serializeError(error.cause, depth + 1) : undefined;
  return {
    type: error.constructor.name,
    message: cleanMessage(error.message),
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(typeof table === 'string' && { table }),
    stack: getFrames(error),
    ...(cause && { cause }),
  };
}

function cleanMessage(message: string): string {
  return message
    .replace(/Failed query:[^]*/, 'Failed query')
    .replace(/params:[^]*/, '')
    .replace(/(["'`])(?:(?!\1)[^])*\1/g, '$1…$1')
    .replace(/[^\s<>"']+@[^\s<>"']+/g, '…@…');
}

/** The message stands before the frames and may have lines that look like some. */
function getFrames({ message, stack = '' }: Error): string {
  const afterMessage = stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : stack;
  const lines = afterMessage.split('\n');
  const frames = lines.filter((line) => /^ {4}at .+(?::\d+:\d+\)?|<anonymous>\)?|\(native\))$/.test(line));
  return frames.map((line) => line.trim()).join('\n');
}
