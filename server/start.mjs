// Starts the portal with the settings of Node.js and of its memory allocator, for `npm start`, the image and a bundle. A small
// young generation and two arenas of malloc keep the idle portal's memory low and its growth under load flat (decision 0059);
// garbage is collected when the portal is idle.
import { join } from 'node:path';

const program = join(import.meta.dirname, 'main.ts');
const args = ['--expose-gc', '--max-semi-space-size=8', program, ...process.argv.slice(2)];
const env = { MALLOC_ARENA_MAX: '2', ...process.env };

// This process becomes the portal, so that signals, exit code and memory are its own.
if (process.platform !== 'win32') process.execve?.(process.execPath, [process.execPath, ...args], env);
await import('./main.ts');
