// Entry point of the thread that copies a database file and checks the copy. `backup.ts` starts it and reports its
// progress.
import { parentPort, workerData } from 'node:worker_threads';
import { copySnapshot } from '../../storage/sqlite/backup.ts';
import { findDamage } from '../../storage/sqlite/check-file.ts';
import type { BackupData, BackupMessage } from './backup.ts';

const { file, target }: BackupData = workerData;
const send = (message: BackupMessage): void => parentPort?.postMessage(message);

copySnapshot(file, target);
send({ kind: 'copied' });
send({ kind: 'checked', damage: findDamage(target) });
