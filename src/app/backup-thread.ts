// Thread that copies a database file and checks the copy: started by `backup.ts`, which shows how far it is.
import { parentPort, workerData } from 'node:worker_threads';
import { copySnapshot } from '../storage/sqlite/backup.ts';
import { findDamage } from '../storage/sqlite/check-file.ts';
import type { BackupData, BackupMessage } from './backup.ts';

const { file, target }: BackupData = workerData;
const send = (message: BackupMessage): void => parentPort?.postMessage(message);

copySnapshot(file, target);
send({ kind: 'copied' });
send({ kind: 'checked', damage: findDamage(target) });
