// Changing and deleting what is on the page.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { suiteScope } from '../support/server.ts';
import { choose, link, openEditor, row, saved, waitUntil } from './editor.ts';
import { type DashboardSite, openDashboardSite } from './site.ts';

const page = [{ block: 'links', name: 'First', items: [link('Shop'), link('News')] }];

describe('The page editor', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  before(async () => {
    site = await openDashboardSite(scope);
  });

  it('never publishes a caption that is half typed', async () => {
    const { tab, publicPage, captions, close } = await openEditor(site, 'typing', page);
    await row(tab, 'Shop').click();
    const caption = tab.getByLabel('Caption', { exact: true });
    await caption.fill('My new sh');
    await tab.frameLocator('iframe').getByText('My new sh').waitFor();
    await tab.waitForTimeout(500);
    assert.deepEqual(await captions(), ['Shop', 'News']);
    assert.doesNotMatch(await publicPage(), /My new sh/);
    await caption.press('Escape');
    assert.equal(await caption.inputValue(), 'Shop');
    await caption.fill('My new shop');
    await caption.press('Enter');
    await waitUntil(captions, ['My new shop', 'News']);
    assert.match(await publicPage(), /My new shop/);
    await close();
  });

  it('saves a text on blur, and when the row closes', async () => {
    const { tab, captions, close } = await openEditor(site, 'blur', page);
    await row(tab, 'Shop').click();
    await tab.getByLabel('Caption', { exact: true }).fill('Store');
    await tab.getByLabel('Link', { exact: true }).focus();
    await waitUntil(captions, ['Store', 'News']);
    await row(tab, 'News').click();
    await tab.getByLabel('Caption', { exact: true }).fill('Letters');
    await row(tab, 'Letters').or(row(tab, 'News')).click();
    await waitUntil(captions, ['Store', 'Letters']);
    await close();
  });

  it('keeps a refused text, with the reason', async () => {
    const { tab, call, close } = await openEditor(site, 'refused', page);
    await row(tab, 'Shop').click();
    const field = tab.getByLabel('Link', { exact: true });
    await field.fill('javascript:alert(1)');
    await field.press('Enter');
    await tab.getByText('This is not an address that a link can lead to.').waitFor();
    assert.equal(await field.inputValue(), 'javascript:alert(1)');
    await field.fill('example.com/new');
    await field.press('Enter');
    await waitUntil(async () => (await call('/blocks'))[0].items[0].link, 'https://example.com/new');
    await close();
  });

  it('changes the short address; the old one keeps leading', async () => {
    const { tab, context, close } = await openEditor(site, 'slugs', page);
    await row(tab, 'Shop').click();
    const field = tab.getByLabel('Short address', { exact: true });
    await field.fill('store');
    await field.press('Enter');
    await tab.getByText('Still works: shop').waitFor();
    for (const slug of ['shop', 'store']) {
      const answer = await context.request.get(`${site.pagesUrl}/slugs/${slug}`, { maxRedirects: 0 });
      assert.equal(answer.headers().location, 'https://shop.example/');
    }
    await close();
  });

  it('switches links and blocks off and on', async () => {
    const { tab, publicPage, close } = await openEditor(site, 'switches', page);
    const shows = async (text: string) => (await publicPage()).includes(text);
    await tab.getByRole('switch', { name: 'Show Shop on the page' }).uncheck();
    await waitUntil(() => shows('Shop'), false);
    assert.equal(await shows('News'), true);
    await tab.getByRole('switch', { name: 'Show First on the page' }).uncheck();
    await waitUntil(() => shows('News'), false);
    await tab.getByRole('switch', { name: 'Show First on the page' }).check();
    await waitUntil(() => shows('News'), true);
    await close();
  });

  it('schedules a link in the owner’s zone', async () => {
    const view = { width: 1280, zone: 'America/New_York' };
    const { tab, call, close } = await openEditor(site, 'schedules', page, view);
    await choose(tab, 'Shop', 'Schedule');
    const from = tab.getByLabel('From', { exact: true });
    await from.fill('2090-07-01T09:00');
    await from.press('Enter');
    await tab.getByText('1 Jul 2090, 13:00 UTC').waitFor();
    await row(tab, 'Shop').getByText('Scheduled').waitFor();
    await waitUntil(async () => (await call('/blocks'))[0].items[0].settings.from, '2090-07-01T13:00:00Z');
    await from.fill('2020-07-01T09:00');
    await from.press('Enter');
    await row(tab, 'Shop').getByText('Live').waitFor();
    await tab.getByLabel('To', { exact: true }).fill('2021-01-01T09:00');
    await tab.getByLabel('To', { exact: true }).press('Enter');
    await row(tab, 'Shop').getByText('Ended').waitFor();
    await tab.getByText('1 Jan 2021, 14:00 UTC').waitFor();
    await close();
  });

  it('deletes at once; undo brings back the same link with its clicks', async () => {
    const { tab, call, captions, context, close } = await openEditor(site, 'deletes', page);
    const [shop] = (await call('/blocks'))[0].items;
    await context.request.get(`${site.pagesUrl}/deletes/shop`, { maxRedirects: 0 });
    const clicks = async () => (await call('/analytics/links')).getlinks?.[0] ?? (await call('/analytics/links'));
    const before = JSON.stringify(await clicks());
    await choose(tab, 'Shop', 'Delete');
    await waitUntil(captions, ['News']);
    await tab.getByRole('button', { name: 'Undo', exact: true }).click();
    await row(tab, 'Shop').waitFor();
    await waitUntil(captions, ['Shop', 'News']);
    assert.equal((await call('/blocks'))[0].items[0].id, shop.id);
    assert.equal(JSON.stringify(await clicks()), before);
    await choose(tab, 'First', 'Delete');
    await waitUntil(async () => (await call('/blocks')).length, 0);
    await tab.keyboard.press('Control+z');
    await waitUntil(captions, ['Shop', 'News']);
    await close();
  });

  it('names the entries that go with a form, and offers them as a file', async () => {
    const { tab, call, context, types, close } = await openEditor(site, 'forms', [{ block: 'signup', name: 'Letter' }]);
    const [{ id }] = await call('/blocks');
    const sent = await context.request.post(`${site.pagesUrl}/forms/forms/${id}`, {
      form: { email: 'bea@example.com' },
      headers: { origin: site.pagesUrl },
    });
    assert.ok(sent.ok(), await sent.text());
    await choose(tab, 'Letter', 'Delete');
    const dialog = tab.getByRole('dialog', { name: 'Delete this form?' });
    await dialog.getByText('1 entry goes with it.').waitFor();
    const download = tab.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download CSV' }).click();
    assert.equal((await download).suggestedFilename(), `entries-${id}.csv`);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await waitUntil(types, []);
    await close();
  });

  it('deletes no form whose entries it could not read', async () => {
    const { tab, call, types, close } = await openEditor(site, 'unread', [{ block: 'signup', name: 'Letter' }]);
    const [{ id }] = await call('/blocks');
    const entries = `${site.url}/api/v1/blocks/${id}/entries*`;
    await tab.route(entries, (route) => route.fulfill({ status: 500, body: '' }));
    await choose(tab, 'Letter', 'Delete');
    const dialog = tab.getByRole('dialog', { name: 'Delete this form?' });
    const retry = dialog.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    assert.deepEqual(await types(), ['signup']);
    await tab.unroute(entries);
    await retry.click();
    await waitUntil(types, []);
    await close();
  });

  it('edits the fields of a contact form', async () => {
    const { tab, call, close } = await openEditor(site, 'fields', [{ block: 'contact_form', name: 'Write' }]);
    await row(tab, 'Write').click();
    await tab.getByRole('button', { name: 'Remove Your name' }).click();
    await tab.getByRole('button', { name: 'Add a field' }).click();
    const label = tab.getByLabel('Label').last();
    await label.fill('Town');
    await label.press('Enter');
    const read = async () =>
      (await call('/blocks'))[0].blocks?.content?.fields?.map((field: { label: string }) => field.label);
    await waitUntil(read, ['Your e-mail address', 'Your message', 'Town']);
    await close();
  });

  it('edits in a sheet on a phone, with the preview behind a button', async () => {
    const { tab, captions, close } = await openEditor(site, 'phone', page, {});
    await row(tab, 'Shop').click();
    const sheet = tab.getByRole('dialog', { name: 'Shop' });
    await sheet.getByLabel('Caption', { exact: true }).fill('Store');
    await tab.keyboard.press('Tab');
    await tab.getByRole('button', { name: 'Close' }).click();
    await waitUntil(captions, ['Store', 'News']);
    await tab.getByRole('button', { name: 'Preview' }).click();
    await tab.frameLocator('iframe').getByText('Store').waitFor();
    await saved(tab).catch(() => undefined);
    await close();
  });
});
