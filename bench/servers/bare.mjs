// Baseline: a bare node:http server that replays the status, headers and bytes of Quoin's responses. It shows how much
// faster a server in Node could be.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** @typedef {{ path: string, status: number, headers: string[], body: string }} Reply */

const [file = '', port = ''] = process.argv.slice(2);
/** @type {Reply[]} */
const recorded = JSON.parse(readFileSync(file, 'utf8'));
const responses = new Map(
  recorded.map(({ path, status, headers, body }) => [
    path,
    { status, headers, body: Buffer.from(body) },
  ]),
);

createServer((request, response) => {
  const recordedResponse = responses.get(request.url ?? '');
  if (!recordedResponse) return void response.writeHead(404).end();
  const { status, headers, body } = recordedResponse;
  response.writeHead(status, headers).end(body);
}).listen(Number(port), '127.0.0.1');
