// Baseline: a bare node:http server that sends the status, headers and bytes that Quoin sent. No server in Node is
// faster; it shows what is left to gain.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** @typedef {{ path: string, status: number, headers: string[], body: string }} Answer */

const [file = '', port = ''] = process.argv.slice(2);
/** @type {Answer[]} */
const recorded = JSON.parse(readFileSync(file, 'utf8'));
const answers = new Map(
  recorded.map(({ path, status, headers, body }) => [
    path,
    { status, headers, body: Buffer.from(body) },
  ]),
);

createServer((request, response) => {
  const answer = answers.get(request.url ?? '');
  if (!answer) return void response.writeHead(404).end();
  response.writeHead(answer.status, answer.headers).end(answer.body);
}).listen(Number(port), '127.0.0.1');
