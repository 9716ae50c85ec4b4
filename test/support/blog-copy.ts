// Copies of the example project.
import { cpSync } from 'node:fs';
import path from 'node:path';

const blog = path.resolve(import.meta.dirname, '../../examples/blog');

/** What `npm start` leaves in the folder of the blog. */
const LEFT_BY_START = ['.env', '.tmp', '.cache', path.join('public', 'uploads')];

/** Copies `examples/blog` as it was checked out. */
export function copyBlog(target: string): void {
  cpSync(blog, target, {
    recursive: true,
    filter: (source) => !LEFT_BY_START.includes(path.relative(blog, source)),
  });
}
