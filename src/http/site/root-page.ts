// Root page: `GET /` lists the routes of the server.
import { onDemand } from '../../base/on-demand.ts';
import type { ContentRoute } from '../content/content-route.ts';
import type { Route } from '../routing/route.ts';

/** Returns the route of the page. @param routes Routes to list */
export function rootPageRoute(routes: readonly ContentRoute[]): Route {
  const body = onDemand(() => rootPage(routes));
  return {
    method: 'GET',
    path: '/',
    caller: 'public',
    handler: async () => ({ status: 200, body: await body(), type: 'text/html; charset=utf-8' }),
  };
}

async function rootPage(routes: readonly ContentRoute[]): Promise<string> {
  const { escapeHtml } = await import('../../base/html.ts');
  const served = routes.filter(({ action }) => action === 'find');
  const items = served.map(
    ({ path, type }) =>
      `<li><a href="${escapeHtml(path)}">${escapeHtml(path)}</a> ${escapeHtml(type.displayName)}</li>`,
  );
  const [first] = served;
  const sample = `curl -H "Authorization: Bearer $TOKEN" "$URL${first?.path ?? '/api'}?populate=*"`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Quoin</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}pre{overflow:auto;padding:1rem;background:#8881}</style>
<h1>Quoin runs here</h1>
<p>A content server: these content-types have a REST API.</p>
<ul>${items.join('')}</ul>
<p>Everything is private until the public role may read it. Make a token with
<code>quoin token create --name me --type read-only</code> and try:</p>
<pre>${escapeHtml(sample)}</pre>
</html>
`;
}
