// Entry point of a reader thread, started by `read-threads.ts`.
import { ReadTasks, type ReadTask } from '../../query/lanes/read-tasks.ts';
import { sqliteDialect } from '../../storage/sqlite/dialect.ts';
import { handleTasks } from '../../storage/sqlite/reader-thread.ts';

const tasks = new ReadTasks(sqliteDialect);

handleTasks((task: ReadTask, reader) => {
  const reply = tasks.run(task, (steps) => reader.read(steps));
  return { reply, moved: reply.body instanceof Uint8Array ? [reply.body.buffer] : [] };
});
