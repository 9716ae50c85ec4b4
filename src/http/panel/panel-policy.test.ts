import { expect, test } from 'vitest';
import { panelPolicy } from './panel-policy.ts';

test('the policy allows the panel’s own files, and styles with the nonce', () => {
  const policy = panelPolicy({ nonce: 'abc', projectPolicy: '' });
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-abc'");
  expect(policy).not.toContain('unsafe');
});

test('the policy allows images from hosts that the project configures', () => {
  const policy = panelPolicy({
    nonce: 'abc',
    projectPolicy:
      "connect-src 'self' https:;img-src 'self' data: blob: https: https://market-assets.strapi.io https://files.example.com cdn.example.com:8443 *.example.org;media-src 'self'",
  });
  expect(policy).toContain(
    "img-src 'self' blob: data: https://files.example.com cdn.example.com:8443 *.example.org; media-src 'self' blob: data:; font-src",
  );
});
