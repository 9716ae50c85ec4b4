// Entry point of a process that runs long reads, started by `read-processes.ts`.
import { IsolatedTasks, type IsolatedTask } from '../../query/lanes/isolated-tasks.ts';
import { sqliteDialect } from '../../storage/sqlite/dialect.ts';
import { handleMessages } from '../../storage/sqlite/reader-process.ts';

const tasks = new IsolatedTasks(sqliteDialect);

handleMessages((task: IsolatedTask, reader) => tasks.run(task, (steps) => reader.read(steps)));
