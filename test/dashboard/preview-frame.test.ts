// The document that the dashboard shows previews in.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, it } from 'node:test';
import { builtFolder, serveDashboard } from './built.ts';

describe('the preview frame', () => {
  it('has an opaque origin, and one script', async (t) => {
    const { ask } = await serveDashboard(t, builtFolder(t));
    const { status, headers, text } = await ask('GET /preview');
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'text/html; charset=utf-8');
    const scripts = [...text.matchAll(/<script>(.*?)<\/script>/gs)];
    assert.equal(scripts.length, 1);
    assert.deepEqual((headers['content-security-policy'] as string).split('; '), [
      'sandbox allow-scripts',
      "default-src 'none'",
      `script-src 'sha256-${hash('sha256', scripts[0]![1]!, 'base64')}'`,
      "style-src 'unsafe-inline'",
      'img-src https://links.example https:',
      'media-src https://links.example https:',
      'font-src https://links.example',
      'base-uri https://links.example',
      "form-action 'none'",
      "frame-ancestors 'self'",
    ]);
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(headers['set-cookie'], undefined);
    assert.match(text, /<base href="https:\/\/links\.example\/">/);
  });

  it('is not sent again if the browser has it', async (t) => {
    const { ask } = await serveDashboard(t, builtFolder(t));
    const etag = (await ask('GET /preview')).headers.etag as string;
    assert.equal((await ask('GET /preview', { 'if-none-match': etag })).status, 304);
  });

  it('is below /dashboard/ where pages and dashboard have one origin', async (t) => {
    const environment = { PUBLIC_URL: 'https://links.example', DASHBOARD_URL: 'https://links.example' };
    const { ask } = await serveDashboard(t, builtFolder(t), { environment, site: 'pages' });
    const { status, headers } = await ask('GET /dashboard/preview');
    assert.equal(status, 200);
    assert.match(headers['content-security-policy'] as string, /^sandbox allow-scripts;/);
    assert.equal((await ask('GET /preview')).status, 404);
  });

  it('gets fonts, which need CORS', async (t) => {
    const { api } = await serveDashboard(t, builtFolder(t));
    const { key } = await api.account('ada');
    const { html } = (await api.call('POST /page/preview', { key, json: { customize: { font: 'lora' } } })).body
      .response;
    const { headers } = await api.app.inject(html.match(/\/assets\/fonts\/[^"]+\.woff2/)[0]);
    assert.equal(headers['access-control-allow-origin'], '*');
  });
});
