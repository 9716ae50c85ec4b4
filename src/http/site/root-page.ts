// Root page: `GET /` lists the routes of the server.
import type { ContentRoute } from '../content/content-route.ts';
import type { Route } from '../routing/route.ts';

/** Returns the route of the page. @param routes Routes to list */
export function rootPageRoute(routes: readonly ContentRoute[]): Route {
  const body = rootPage(routes);
  return {
    method: 'GET',
    path: '/',
    caller: 'public',
    handler: () => ({ status: 200, body, type: 'text/html; charset=utf-8' }),
  };
}

function rootPage(routes: readonly ContentRoute[]): string {
  const served = routes.filter(({ action }) => action === 'find');
  const items = served.map(
    ({ path, type }) =>
      `<li><a href="${escape(path)}">${escape(path)}</a> ${escape(type.displayName)}</li>`,
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
<pre>${escape(sample)}</pre>
</html>
`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
