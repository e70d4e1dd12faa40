// Getting in on a server that takes no new accounts: by password, by the operator's links, and by mail.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fingerpost } from '../cli/fingerpost.ts';
import { PASSWORD } from '../support/browser-session.ts';
import { type ReadMail, readMail } from '../support/mail.ts';
import { suiteScope } from '../support/server.ts';
import { register } from '../support/signed-in.ts';
import { openSmtpServer, type SmtpServer } from '../support/smtp.ts';
import { type DashboardSite, openDashboardSite } from './site.ts';
import { enterPassword, openAs, seesScreen } from './visitors.ts';

const NEW_PASSWORD = 'seven grey pelicans';

describe('Somebody with an account', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  let smtp: SmtpServer;
  before(async () => {
    smtp = await openSmtpServer();
    scope.after(() => smtp.close());
    site = await openDashboardSite(scope, {
      SIGNUP: 'closed',
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Links <hello@links.example>',
    });
  });

  it('signs in with a password, sees what was asked for, and signs out', async () => {
    await register(site.api, 'ada');
    const { tab, close } = await site.browser.open();
    await tab.goto(`${site.url}/account/keys`);
    await seesScreen(tab, 'Sign in');
    await enterPassword(tab, 'ada@example.com', 'three wrong words');
    await tab.getByText('The e-mail address or the password is wrong.').waitFor();
    assert.equal(await tab.getByLabel('E-mail or username').inputValue(), 'ada@example.com');
    await enterPassword(tab, 'ada@example.com');
    await seesScreen(tab, 'API keys');

    await tab
      .getByRole('banner')
      .getByRole('button', { name: /Menu of/ })
      .click();
    await tab.getByRole('menuitem', { name: 'Sign out' }).click();
    await seesScreen(tab, 'Sign in');
    await tab.goto(`${site.url}/account/keys`);
    await seesScreen(tab, 'Sign in');
    await close();
  });

  it('reads why a provider did not sign them in', async () => {
    const { tab, close } = await site.browser.open();
    for (const [error, advice] of [
      ['account_suspended', 'This account is suspended.'],
      ['email_not_verified', 'Your e-mail address is not confirmed at the provider.'],
      ['signup_closed', 'New accounts need an invitation.'],
      ['state_mismatch', 'Try again, or sign in with your password or a passkey.'],
    ] as const) {
      await tab.goto(`${site.url}/sign-in?error=${error}`);
      await tab.getByText('That sign-in did not work.').waitFor();
      await tab.getByText(advice).waitFor();
    }
    await close();
  });

  it('signs in with a link of the command line, once', async () => {
    await register(site.api, 'lena');
    const link = await printed(['account', 'link', 'lena']);
    const { tab, close } = await site.browser.open();
    await tab.goto(link);
    await seesScreen(tab, 'Your page');
    const other = await site.browser.open();
    await other.tab.goto(link);
    await seesScreen(other.tab, 'This link does not work');
    await Promise.all([close(), other.close()]);
  });

  it('signs up with an invitation of the command line, and not without one', async () => {
    const invitation = await printed(['account', 'invite', '--email', 'ines@example.com']);
    const { tab, close } = await site.browser.open();
    await tab.goto(`${site.url}/sign-up`);
    await tab.getByText('This server isn’t open for sign-up.').waitFor();
    await tab.goto(invitation);
    await seesScreen(tab, 'You are invited');
    assert.equal(await tab.getByLabel('E-mail').inputValue(), 'ines@example.com');
    await tab.getByLabel('Address of your page').fill('ines');
    await tab.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await tab.getByRole('button', { name: 'Continue' }).click();
    await tab.getByText('Step 1 of 3').waitFor();
    await tab.goto(`${site.url}/account/email`);
    await tab.getByText('Confirmed', { exact: true }).waitFor();

    const late = await site.browser.open();
    await late.tab.goto(invitation);
    await seesScreen(late.tab, 'This invitation does not work');
    await Promise.all([close(), late.close()]);
  });

  it('chooses a new password with the link in a message', async () => {
    const { tab, close } = await openAs(site, 'rita');
    await confirmAddress('rita');
    const other = await site.browser.open();
    await other.tab.goto(`${site.url}/sign-in`);
    await other.tab.getByRole('link', { name: 'Forgot it?' }).click();
    await other.tab.getByLabel('E-mail').fill('rita@example.com');
    await other.tab.getByRole('button', { name: 'Send the link' }).click();
    await other.tab.getByText('Check your e-mail').waitFor();

    await other.tab.goto(linkIn(await mailTo('rita@example.com', 'Choose a new password')));
    await other.tab.getByLabel('New password').fill(NEW_PASSWORD);
    await other.tab.getByRole('button', { name: 'Save the new password' }).click();
    await seesScreen(other.tab, 'Your password has changed');
    await other.tab.getByRole('link', { name: 'Sign in' }).click();
    await enterPassword(other.tab, 'rita', NEW_PASSWORD);
    await seesScreen(other.tab, 'Your page');
    await tab.goto(`${site.url}/account`);
    await seesScreen(tab, 'Sign in');
    await Promise.all([close(), other.close()]);
  });

  it('changes the e-mail address with the link in a message, and takes it back with another', async () => {
    const { tab, close } = await openAs(site, 'emma');
    await confirmAddress('emma');
    await tab.goto(`${site.url}/account/email`);
    await tab.getByLabel('New e-mail').fill('emma@new.example');
    await tab.getByRole('button', { name: 'Send the link' }).click();
    await tab.getByText('Waiting for emma@new.example').waitFor();

    await tab.goto(linkIn(await mailTo('emma@new.example', 'Confirm your new e-mail address')));
    await seesScreen(tab, 'Your address has changed');
    const other = await site.browser.open();
    await other.tab.goto(`${site.url}/sign-in`);
    await enterPassword(other.tab, 'emma@new.example');
    await seesScreen(other.tab, 'Your page');

    await tab.goto(linkIn(await mailTo('emma@example.com', 'Your e-mail address was changed')));
    await tab.getByRole('button', { name: 'Keep my old address' }).click();
    await seesScreen(tab, 'Choose a new password');
    await tab.getByLabel('New password').fill('seven green signposts');
    await tab.getByRole('button', { name: 'Save the new password' }).click();
    await seesScreen(tab, 'Your password has changed');
    await other.tab.goto(`${site.url}/account/email`);
    await seesScreen(other.tab, 'Sign in');
    await enterPassword(other.tab, 'emma@example.com', 'seven green signposts');
    await other.tab.getByText('emma@example.com').waitFor();
    await Promise.all([close(), other.close()]);
  });

  /** Through the message that the screen sends. */
  async function confirmAddress(username: string): Promise<void> {
    const { tab, close } = await site.browser.open();
    await tab.goto(`${site.url}/sign-in?to=/account/email`);
    await enterPassword(tab, username);
    await tab.getByRole('button', { name: 'Send it again' }).click();
    await tab.goto(linkIn(await mailTo(`${username}@example.com`, 'Confirm your e-mail address')));
    await seesScreen(tab, 'Your address is confirmed');
    await close();
  }

  async function printed(args: string[]): Promise<string> {
    const { databaseUrl } = site.api.config;
    const environment = { DATABASE_URL: databaseUrl, PUBLIC_URL: site.pagesUrl, DASHBOARD_URL: site.url };
    const { code, stdout, stderr } = await fingerpost(args, { environment });
    assert.equal(code, 0, stderr);
    return stdout.trim();
  }

  async function mailTo(address: string, subject: string): Promise<ReadMail> {
    for (;;) {
      const mails = smtp.messages.filter(({ to }) => to.includes(address)).map(({ source }) => readMail(source));
      const found = mails.find((mail) => mail.subject === subject);
      if (found) return found;
      await smtp.received(smtp.messages.length + 1);
    }
  }
});

/** As the program that shows the message would open it. */
function linkIn({ html }: ReadMail): string {
  return /href="([^"]+token=[^"]+)"/.exec(html)?.[1] ?? assert.fail(html);
}
