// Heap probe, preloaded into a server under test: on SIGUSR2 it collects garbage and writes the heap size to
// SOAK_HEAP_FILE.
const { renameSync, writeFileSync } = require('node:fs');
const v8 = require('node:v8');
const vm = require('node:vm');
const { isMainThread } = require('node:worker_threads');

const file = process.env['SOAK_HEAP_FILE'];

if (isMainThread && file) {
  process.on('SIGUSR2', () => {
    v8.setFlagsFromString('--expose-gc');
    const collect = vm.runInNewContext('gc');
    // Finalizers of the first collection release more memory in the next iteration of the event loop.
    collect();
    setImmediate(() => {
      collect();
      const { heapUsed, external } = process.memoryUsage();
      const { code_and_metadata_size, bytecode_and_metadata_size } = v8.getHeapCodeStatistics();
      const code = code_and_metadata_size + bytecode_and_metadata_size;
      // Renamed, so that no reader sees a partial file.
      writeFileSync(`${file}.part`, JSON.stringify({ heap: heapUsed + external, code }));
      renameSync(`${file}.part`, file);
    });
  });
}
