/** An error as it is logged: its place in the code, without user input. */
export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly constraint?: string;
  readonly table?: string;
  /** The frames without the message. */
  readonly stack: string;
  readonly cause?: LoggedError;
}

const maxDepth = 5;

/**
 * Errors of the database and of libraries carry request values in `params`, in `detail`, after `Failed query:`, and
 * quoted in messages. So only listed properties are logged, and messages without quotes and addresses.
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

/** The stack starts with the message, which may have lines that look like frames. */
function getFrames({ message, stack = '' }: Error): string {
  const afterMessage = stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : stack;
  const lines = afterMessage.split('\n');
  const frames = lines.filter((line) => /^ {4}at .+(?::\d+:\d+\)?|<anonymous>\)?|\(native\))$/.test(line));
  return frames.map((line) => line.trim()).join('\n');
}
